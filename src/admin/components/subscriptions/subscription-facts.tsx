import { useTexts } from "../../lib/texts"
import { Amount } from "../amount"
import { FieldRow } from "../field-row"
import { ServiceDay } from "../service-day"
import type { Subscription } from "./subscription-data"
import { frequencyWords } from "./subscription-words"

type SubscriptionFactsProps = {
  subscription: Subscription
  currencyCode: string
  /** Where the customer confirms and pays; null once it is not known. */
  paymentUrl?: string | null | undefined
}

/** What was agreed, and what has been paid of it. */
export const SubscriptionFacts = ({
  subscription,
  currencyCode,
  paymentUrl,
}: SubscriptionFactsProps) => {
  const t = useTexts()
  const { subscriptionSummary: summary, subscriptionUuid } = subscription
  const frequency = summary.frequency && frequencyWords(summary.frequency)

  return (
    <dl className="divide-y divide-dashed">
      <FieldRow label={t("subscriptions.facts.perCycle")}>
        <Amount value={summary.payablePerCycle} currencyCode={currencyCode} />
        {frequency && <> · {t(frequency)}</>}
      </FieldRow>
      <FieldRow label={t("subscriptions.facts.cycles")}>
        {t("subscriptions.facts.cyclesOf", {
          billed: subscription.subscriptionCycles.length,
          repeats: summary.repeats ?? t("fields.unknown"),
        })}
      </FieldRow>
      <FieldRow label={t("subscriptions.facts.paid")}>
        <Amount value={summary.amountPaid} currencyCode={currencyCode} />
      </FieldRow>
      <FieldRow label={t("subscriptions.facts.refunded")}>
        <Amount value={summary.amountRefunded} currencyCode={currencyCode} />
      </FieldRow>
      <FieldRow label={t("subscriptions.facts.starts")}>
        <ServiceDay on={summary.startDate} />
      </FieldRow>
      <FieldRow label={t("subscriptions.facts.ends")}>
        <ServiceDay on={summary.endDate} />
      </FieldRow>
      <FieldRow
        label={t("subscriptions.facts.id")}
        copy={{
          content: subscriptionUuid,
          label: t("subscriptions.facts.copyId"),
        }}
      >
        {subscriptionUuid}
      </FieldRow>
      {paymentUrl && (
        <FieldRow
          label={t("subscriptions.facts.link")}
          copy={{
            content: paymentUrl,
            label: t("subscriptions.facts.copyLink"),
          }}
        >
          {paymentUrl}
        </FieldRow>
      )}
    </dl>
  )
}
