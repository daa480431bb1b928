import { zodResolver } from "@hookform/resolvers/zod"
import { Alert, Button, clx, Copy, createDataTableColumnHelper, Table, Text } from "@medusajs/ui"
import { useMemo, useState } from "react"
import { useForm } from "react-hook-form"
import { Link, useSearchParams } from "react-router-dom"
import { z } from "zod"

import { TextField } from "../components/form"
import { FieldRow, Loaded, PageHeader, Section } from "../components/section"
import { RecordTable, ScrolledTable, useTableState } from "../components/table"
import { Amount, formatNumber, formatPercent, Moment, WebLink } from "../components/values"
import { isNorwegianOrganizationNumber, requiredOrganizationNumber } from "../lib/form-values"
import { operationPath } from "../lib/operations"
import { useEInvoiceQuery } from "../lib/queries"
import { useTexts } from "../lib/texts"
import { readRecordPage, type RememberedRecord } from "../subscriptions/data"
import { StartVerificationDrawer } from "./actions"
import { RiskBadge } from "./credit-checks"
import { type CompanyVerification, readInvoiceFee, readVerifications } from "./data"

const COMPANY = "company"

/** Everything about a company: its verifications and invoice fees, and a way to verify it. */
export const CompaniesDesk = () => {
  const t = useTexts()
  const [address, setAddress] = useSearchParams()
  const [link, setLink] = useState<string | undefined>(undefined)
  const named = address.get(COMPANY) ?? ""
  const companyId = isNorwegianOrganizationNumber(named) ? named : undefined

  const lookUp = (id: string) =>
    setAddress((current) => {
      const next = new URLSearchParams(current)
      next.set(COMPANY, id)
      return next
    })

  return (
    <>
      <PageHeader
        title={t("companies.title")}
        description={t("companies.description")}
        actions={<StartVerificationDrawer companyId={companyId} onStarted={setLink} />}
      />
      {link !== undefined && <VerificationLink url={link} />}
      <Section title={t("companies.which")}>
        <CompanyLookup key={companyId ?? ""} companyId={companyId} onLookUp={lookUp} />
      </Section>
      {companyId !== undefined && (
        <>
          <VerificationsSection companyId={companyId} />
          <InvoiceFeeSection companyId={companyId} />
        </>
      )}
      <StartedTable />
    </>
  )
}

type CompanyLookupProps = {
  companyId: string | undefined
  onLookUp: (companyId: string) => void
}

const schema = z.object({ companyId: requiredOrganizationNumber() })

/** Which company the page is about. */
const CompanyLookup = ({ companyId, onLookUp }: CompanyLookupProps) => {
  const t = useTexts()
  const { control, handleSubmit } = useForm({
    resolver: zodResolver(schema),
    defaultValues: { companyId: companyId ?? "" },
  })

  return (
    <form
      noValidate
      className="flex flex-wrap items-start gap-4 px-6 py-4"
      onSubmit={(event) => void handleSubmit((values) => onLookUp(values.companyId))(event)}
    >
      <div className="w-full max-w-72">
        <TextField
          control={control}
          name="companyId"
          label={t("companies.number")}
          hint={t("companies.numberHint")}
        />
      </div>
      <Button type="submit" variant="secondary" size="small" className="mt-7">
        {t("companies.lookUp")}
      </Button>
    </form>
  )
}

type InvoiceFeeSectionProps = {
  companyId: string
}

/** The service bills in kroner, and names no currency beside the fees. */
const CURRENCY = "NOK"

/** What the service adds to an invoice of this company, to companies and to private persons. */
const InvoiceFeeSection = ({ companyId }: InvoiceFeeSectionProps) => {
  const t = useTexts()
  const fee = useEInvoiceQuery(
    { path: operationPath("companies.invoice-fee"), query: { company_id: companyId } },
    readInvoiceFee
  )
  const vat = (rate: number | undefined) =>
    rate === undefined ? t("fields.unknown") : t("companies.fee.vat", { rate: formatPercent(rate) })

  return (
    <Section title={t("companies.fee.title")} description={fee.data?.companyName ?? undefined}>
      <Loaded
        query={fee}
        loading={t("companies.loading")}
        rows={2}
        failed={t("companies.fee.loadFailed")}
      >
        {({ B2CInvoiceFee, B2CVatRate, B2BInvoiceFee, B2BVatRate }) => (
          <dl className="divide-y divide-dashed">
            <FieldRow label={t("companies.fee.toPersons")}>
              <Amount value={B2CInvoiceFee} currencyCode={CURRENCY} /> {vat(B2CVatRate)}
            </FieldRow>
            <FieldRow label={t("companies.fee.toCompanies")}>
              <Amount value={B2BInvoiceFee} currencyCode={CURRENCY} /> {vat(B2BVatRate)}
            </FieldRow>
          </dl>
        )}
      </Loaded>
    </Section>
  )
}

type VerificationsSectionProps = {
  companyId: string
}

/** A company's completed verifications. */
const VerificationsSection = ({ companyId }: VerificationsSectionProps) => {
  const t = useTexts()
  const verifications = useEInvoiceQuery(
    {
      path: operationPath("companies.information"),
      query: { company_id: companyId },
      isAlwaysFresh: true,
    },
    readVerifications
  )

  return (
    <Section title={t("companies.history.title")} description={t("companies.history.description")}>
      <Loaded
        query={verifications}
        loading={t("companies.loading")}
        rows={2}
        failed={t("companies.history.loadFailed")}
      >
        {(found) => <History verifications={found} />}
      </Loaded>
    </Section>
  )
}

const History = ({ verifications }: { verifications: readonly CompanyVerification[] }) => {
  const t = useTexts()
  const unknown = t("fields.unknown")

  if (verifications.length === 0) {
    return (
      <Text size="small" className="text-ui-fg-subtle px-6 py-4">
        {t("companies.history.none")}
      </Text>
    )
  }

  return (
    <ScrolledTable
      title={t("companies.history.title")}
      heads={[
        { text: t("companies.history.company") },
        { text: t("companies.history.contact") },
        { text: t("creditChecks.list.risk") },
        { text: t("creditChecks.list.score"), isNumber: true },
        { text: t("creditChecks.list.date") },
      ]}
    >
      {verifications.map((one, index) => (
        <Table.Row key={one.companyCheckUuid ?? index}>
          <Table.Cell>
            {[one.companyName, one.companyType].filter(Boolean).join(", ") || unknown}
          </Table.Cell>
          <Table.Cell>
            {[one.contactPersonName, one.contactPersonEmail].filter(Boolean).join(", ") || unknown}
          </Table.Cell>
          <Table.Cell>
            <RiskBadge check={one} />
          </Table.Cell>
          <Table.Cell className="text-right tabular-nums">
            {one.score === undefined ? unknown : formatNumber(one.score)}
          </Table.Cell>
          <Table.Cell className="text-nowrap">
            {one.createdAt === undefined ? (
              unknown
            ) : (
              <Moment at={new Date(one.createdAt * 1000).toISOString()} />
            )}
          </Table.Cell>
        </Table.Row>
      ))}
    </ScrolledTable>
  )
}

const column = createDataTableColumnHelper<RememberedRecord>()

/** Verifications that were started from here, with their links: the service has no list of them. */
const StartedTable = () => {
  const t = useTexts()
  const columns = useColumns()
  const state = useTableState({
    pageSize: 10,
    prefix: "started",
    defaultSorting: { id: "created_at", desc: true },
  })
  const list = useEInvoiceQuery(
    {
      path: "/records",
      query: { ...state.query, kind: "company-check" },
      keepsPrevious: true,
    },
    readRecordPage
  )

  return (
    <RecordTable
      title={t("companies.started.title")}
      description={t("companies.started.description")}
      level="h2"
      state={state}
      list={list}
      columns={columns}
      rowId={({ id }) => id}
      searchFor={t("companies.started.searchFor")}
      empty={{
        heading: t("companies.started.empty"),
        description: t("companies.started.emptyAdvice"),
      }}
    />
  )
}

const useColumns = () => {
  const t = useTexts()
  return useMemo(
    () => [
      column.accessor("company_name", {
        header: t("companies.started.company"),
        cell: ({ row: { original } }) => <CompanyCell record={original} />,
      }),
      column.accessor("remote_uuid", {
        header: t("companies.started.id"),
      }),
      column.accessor("created_at", {
        header: t("companies.started.at"),
        enableSorting: true,
        cell: ({ getValue }) => {
          const at = getValue()
          return at === null ? t("fields.unknown") : <Moment at={at} />
        },
      }),
      column.accessor("payment_url", {
        header: t("companies.started.link"),
        cell: ({ getValue }) => {
          const url = getValue()
          return url === null ? t("fields.unknown") : <WebLink address={url} />
        },
      }),
    ],
    [t]
  )
}

/** Which company: its name, once the service has told it, and its organization number, which leads to all about it. */
const CompanyCell = ({ record }: { record: RememberedRecord }) => {
  const t = useTexts()
  const { company_name: name, organization_id: number } = record

  if (number === null) {
    return <>{name ?? t("fields.unknown")}</>
  }
  return (
    <span className="flex flex-col py-1">
      {name !== null && <span>{name}</span>}
      <Link
        to={`?${new URLSearchParams({ [COMPANY]: number }).toString()}`}
        className={clx("underline underline-offset-2", name !== null && "txt-compact-xsmall")}
      >
        {number}
      </Link>
    </span>
  )
}

type VerificationLinkProps = {
  url: string
}

/** The link that the merchant passes on to the company. */
const VerificationLink = ({ url }: VerificationLinkProps) => {
  const t = useTexts()

  return (
    <Alert variant="success" role="status" className="bg-ui-bg-base">
      <Text as="span" size="small" leading="compact" weight="plus">
        {t("companies.verify.passOn")}
      </Text>
      <div className="mt-1 flex items-start justify-between gap-x-2">
        <WebLink address={url} className="txt-small [overflow-wrap:anywhere]" />
        <Copy
          content={url}
          aria-label={t("companies.verify.copyLink")}
          className="text-ui-fg-subtle focus-visible:shadow-borders-focus flex h-5 shrink-0 items-center rounded-md outline-none"
        />
      </div>
    </Alert>
  )
}
