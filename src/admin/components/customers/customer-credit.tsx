import { Text } from "@medusajs/ui"
import { Link } from "react-router-dom"

import { useTexts } from "../../lib/texts"
import { useEInvoiceQuery } from "../../lib/use-e-invoice-query"
import { CheckCompanyDrawer } from "../credit-checks/check-company-drawer"
import { CheckPersonDrawer } from "../credit-checks/check-person-drawer"
import { type CreditCheck, parseCustomerCreditChecks } from "../credit-checks/credit-check-data"
import { RiskBadge } from "../credit-checks/risk-badge"
import { LoadFailure } from "../load-failure"
import { LoadingRows } from "../loading-rows"
import { ServiceDay } from "../service-day"
import { type CustomerProfile, isCorporate } from "./customer-data"
import { Part } from "./part"

type CustomerCreditProps = {
  profile: CustomerProfile
  /** Medusa's id of the customer. */
  customerId: string
}

/** Checks a customer's credit, and the checks there were. */
export const CustomerCredit = ({ profile, customerId }: CustomerCreditProps) => {
  const t = useTexts()
  const checks = useEInvoiceQuery(
    {
      path: `/medusa-customers/${encodeURIComponent(customerId)}/credit-checks`,
      isAlwaysFresh: true,
    },
    parseCustomerCreditChecks
  )
  const { countryCode, msisdn } = profile

  return (
    <Part
      title={t("customers.credit.title")}
      actions={
        isCorporate(profile) ? (
          <CheckCompanyDrawer
            organizationId={profile.organizationId ?? undefined}
            customerId={customerId}
          />
        ) : (
          <CheckPersonDrawer
            phone={countryCode && msisdn ? { countryCode, msisdn } : undefined}
            customerId={customerId}
          />
        )
      }
    >
      {checks.isError ? (
        <LoadFailure
          title={t("customers.credit.loadFailed")}
          error={checks.error}
          isRetrying={checks.isFetching}
          onRetry={() => void checks.refetch()}
        />
      ) : checks.data ? (
        <CheckList checks={[...checks.data].reverse()} />
      ) : (
        <LoadingRows label={t("customers.credit.loading")} rows={1} />
      )}
    </Part>
  )
}

const CheckList = ({ checks }: { checks: readonly CreditCheck[] }) => {
  const t = useTexts()

  if (checks.length === 0) {
    return (
      <Text size="small" className="text-ui-fg-subtle px-6 pb-4">
        {t("customers.credit.none")}
      </Text>
    )
  }

  return (
    <ul className="divide-y divide-dashed">
      {checks.map((check, index) => (
        <li
          key={check.uuid ?? index}
          className="txt-compact-small flex items-center justify-between gap-x-4 px-6 py-3"
        >
          {check.uuid === null ? (
            <ServiceDay on={check.date} />
          ) : (
            <Link
              to={`/e-invoice/credit-checks/${encodeURIComponent(check.uuid)}`}
              className="text-ui-fg-base underline underline-offset-2 focus-visible:shadow-borders-focus rounded-sm outline-none"
            >
              <ServiceDay on={check.date} />
            </Link>
          )}
          <RiskBadge check={check} />
        </li>
      ))}
    </ul>
  )
}
