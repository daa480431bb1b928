import { Button, StatusBadge, Text } from "@medusajs/ui"
import type { ReactNode } from "react"

import { TitledDrawer } from "../components/drawers"
import { Loaded } from "../components/section"
import { ActorName, Amount, Moment } from "../components/values"
import { useTexts } from "../lib/texts"
import type { EInvoiceOrderDetail, EInvoiceOrderSummary, TimelineEntry } from "./data"
import { useEInvoiceOrder } from "./queries"
import {
  actionText,
  outcomeWords,
  plainWords,
  type TimelineFact,
  timelineFacts,
} from "./timeline-facts"
import { statusText } from "./words"

type TimelineDrawerProps = {
  order: EInvoiceOrderSummary
}

/** Everything that happened to an e-invoice order, the newest first. */
export const TimelineDrawer = ({ order }: TimelineDrawerProps) => {
  const t = useTexts()

  return (
    <OrderDetailDrawer
      id={order.id}
      title={t("timeline.title")}
      description={t("timeline.description")}
    >
      {({ timeline }) =>
        timeline.length > 0 ? (
          <ol className="divide-y divide-dashed">
            {timeline.toReversed().map((entry) => (
              <TimelineEntryItem key={entry.id} entry={entry} currencyCode={order.currency_code} />
            ))}
          </ol>
        ) : (
          <Text size="small" className="text-ui-fg-subtle px-6 py-4">
            {t("timeline.empty")}
          </Text>
        )
      }
    </OrderDetailDrawer>
  )
}

type TimelineEntryItemProps = {
  entry: TimelineEntry
  currencyCode: string
}

/** One act in the history of an e-invoice order: what, how it ended, who, when, and what the service answered. */
export const TimelineEntryItem = ({ entry, currencyCode }: TimelineEntryItemProps) => {
  const t = useTexts()
  const action = actionText(entry.action)
  const outcome = outcomeWords(entry.outcome)

  return (
    <li className="flex flex-col gap-y-1 px-6 py-4">
      <div className="flex items-start justify-between gap-x-4">
        <Text size="small" leading="compact" weight="plus">
          {action ? t(action) : plainWords(entry.action)}
        </Text>
        {outcome && (
          <StatusBadge color={outcome.color} className="text-nowrap">
            {t(outcome.text)}
          </StatusBadge>
        )}
      </div>
      {entry.detail && <TimelineDetail detail={entry.detail} currencyCode={currencyCode} />}
      <Text size="small" leading="compact" className="text-ui-fg-subtle">
        {entry.actor && <ActorName actor={entry.actor} />}
        {entry.actor && entry.at && " · "}
        {entry.at && <Moment at={entry.at} />}
      </Text>
    </li>
  )
}

type TimelineDetailProps = {
  /** Plain facts about an act, as the server recorded them. */
  detail: Record<string, unknown>
  currencyCode: string
}

/** What an act was about and what the service answered. */
const TimelineDetail = ({ detail, currencyCode }: TimelineDetailProps) => {
  return (
    <ul className="text-ui-fg-subtle txt-compact-small flex flex-col gap-y-0.5 [overflow-wrap:anywhere]">
      {timelineFacts(detail).map((fact, index) => (
        <li key={index}>
          <Fact fact={fact} currencyCode={currencyCode} />
        </li>
      ))}
    </ul>
  )
}

type FactProps = {
  fact: TimelineFact
  currencyCode: string
}

const Fact = ({ fact, currencyCode }: FactProps) => {
  const t = useTexts()
  const status = (remote_status: string | null) =>
    statusText(t, { state: "succeeded", remote_status })

  switch (fact.kind) {
    case "sentence":
      return t(fact.text)
    case "message":
      return fact.message
    case "change":
      return fact.from === null
        ? status(fact.to)
        : t("timeline.statusChange", {
            from: status(fact.from),
            to: status(fact.to),
          })
    case "labelled":
      return (
        <>
          {typeof fact.label === "string" ? t(fact.label) : fact.label.plain}
          {": "}
          {fact.as === "amount" ? (
            <Amount value={Number(fact.value)} currencyCode={currencyCode} />
          ) : fact.as === "status" ? (
            status(fact.value)
          ) : fact.as === "moment" ? (
            <Moment at={fact.value} />
          ) : (
            fact.value
          )}
        </>
      )
  }
}

type OrderDetailDrawerProps = {
  /** The e-invoice order to fetch when the drawer opens. */
  id: string
  /** Names the drawer, and the button that opens it. */
  title: string
  description: string
  children: (detail: EInvoiceOrderDetail) => ReactNode
}

/** A button, and behind it a drawer that shows a side of one e-invoice order, fetched when it opens. */
export const OrderDetailDrawer = ({ id, title, description, children }: OrderDetailDrawerProps) => {
  return (
    <TitledDrawer
      trigger={
        <Button type="button" size="small" variant="secondary">
          {title}
        </Button>
      }
      title={title}
      description={description}
    >
      <FetchedDetail id={id}>{children}</FetchedDetail>
    </TitledDrawer>
  )
}

const FetchedDetail = ({ id, children }: Pick<OrderDetailDrawerProps, "id" | "children">) => {
  const t = useTexts()
  const order = useEInvoiceOrder(id)

  return (
    <Loaded query={order} loading={t("load.loading")} rows={4}>
      {children}
    </Loaded>
  )
}
