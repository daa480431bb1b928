import { Heading, Text } from "@medusajs/ui"
import type { ReactNode } from "react"
import { Link } from "react-router-dom"

import { SubscriptionBadge } from "../components/badges"
import { CheckCompanyDrawer, CheckPersonDrawer } from "../checks/actions"
import { RiskBadge } from "../checks/credit-checks"
import { type CreditCheck, readCustomerCreditChecks } from "../checks/data"
import { Loaded } from "../components/section"
import { Amount, ServiceDay } from "../components/values"
import { operationPath } from "../lib/operations"
import { useEInvoiceQuery } from "../lib/queries"
import { useTexts } from "../lib/texts"
import { readSubscription, type RememberedRecord } from "../subscriptions/data"
import { type CustomerProfile, isCorporate } from "./data"

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
    readCustomerCreditChecks
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
      <Loaded
        query={checks}
        loading={t("customers.credit.loading")}
        rows={1}
        failed={t("customers.credit.loadFailed")}
      >
        {(found) => <CheckList checks={[...found].reverse()} />}
      </Loaded>
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
          {check.uuid === undefined ? (
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

type CustomerSubscriptionsProps = {
  subscriptions: readonly RememberedRecord[]
}

/** The subscriptions that were made for a customer in this store. */
export const CustomerSubscriptions = ({ subscriptions }: CustomerSubscriptionsProps) => {
  const t = useTexts()

  return (
    <Part title={t("subscriptions.menu")}>
      {subscriptions.length === 0 ? (
        <Text size="small" className="text-ui-fg-subtle px-6 pb-4">
          {t("customers.noSubscriptions")}
        </Text>
      ) : (
        <ul className="divide-y divide-dashed">
          {subscriptions.map((record) => (
            <SubscriptionItem key={record.id} record={record} />
          ))}
        </ul>
      )}
    </Part>
  )
}

/** Asks the service for its state: the service does not report it. */
const SubscriptionItem = ({ record }: { record: RememberedRecord }) => {
  const { remote_uuid, amount, currency_code, status } = record
  const { data } = useEInvoiceQuery(
    {
      path: operationPath("subscriptions.details"),
      query: { subscriptionUuid: remote_uuid },
      isAlwaysFresh: true,
    },
    readSubscription
  )

  return (
    <li className="txt-compact-small flex items-center justify-between gap-x-4 px-6 py-3">
      <Link
        to={`/e-invoice/subscriptions/${encodeURIComponent(remote_uuid)}`}
        className="text-ui-fg-base underline underline-offset-2 focus-visible:shadow-borders-focus rounded-sm outline-none"
      >
        <Amount value={amount} currencyCode={currency_code ?? "NOK"} />
      </Link>
      <SubscriptionBadge status={data?.status ?? status} />
    </li>
  )
}

type PartProps = {
  title: string
  actions?: ReactNode
  children: ReactNode
}

/** A part within a narrow widget, with a heading below the widget's own. */
const Part = ({ title, actions, children }: PartProps) => (
  <div>
    <div className="flex flex-wrap items-center justify-between gap-2 px-6 py-4">
      <Heading level="h3">{title}</Heading>
      {actions}
    </div>
    {children}
  </div>
)
