import { formatPercent } from "../../lib/number-format"
import { useTexts } from "../../lib/texts"
import { useEInvoiceQuery } from "../../lib/use-e-invoice-query"
import { operationPath } from "../../lib/use-operation"
import { Amount } from "../amount"
import { FieldRow } from "../field-row"
import { LoadFailure } from "../load-failure"
import { LoadingRows } from "../loading-rows"
import { Section } from "../section"
import { parseInvoiceFee } from "./company-data"

type InvoiceFeeSectionProps = {
  companyId: string
}

/** The service bills in kroner, and names no currency beside the fees. */
const CURRENCY = "NOK"

/** What the service adds to an invoice of this company, to companies and to private persons. */
export const InvoiceFeeSection = ({ companyId }: InvoiceFeeSectionProps) => {
  const t = useTexts()
  const fee = useEInvoiceQuery(
    { path: operationPath("companies.invoice-fee"), query: { company_id: companyId } },
    parseInvoiceFee
  )
  const vat = (rate: number | null) =>
    rate === null ? t("fields.unknown") : t("companies.fee.vat", { rate: formatPercent(rate) })

  return (
    <Section title={t("companies.fee.title")} description={fee.data?.companyName ?? undefined}>
      {fee.isError ? (
        <LoadFailure
          title={t("companies.fee.loadFailed")}
          error={fee.error}
          isRetrying={fee.isFetching}
          onRetry={() => void fee.refetch()}
        />
      ) : fee.data ? (
        <dl className="divide-y divide-dashed">
          <FieldRow label={t("companies.fee.toPersons")}>
            <Amount value={fee.data.B2CInvoiceFee} currencyCode={CURRENCY} />{" "}
            {vat(fee.data.B2CVatRate)}
          </FieldRow>
          <FieldRow label={t("companies.fee.toCompanies")}>
            <Amount value={fee.data.B2BInvoiceFee} currencyCode={CURRENCY} />{" "}
            {vat(fee.data.B2BVatRate)}
          </FieldRow>
        </dl>
      ) : (
        <LoadingRows label={t("companies.loading")} rows={2} />
      )}
    </Section>
  )
}
