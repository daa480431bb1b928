import { Text } from "@medusajs/ui"
import { useEffect } from "react"
import { type Control, useController } from "react-hook-form"
import { z } from "zod"

import type { CreationSettlement } from "../../api/admin/e-invoice/answers"
import { OrderStatusBadge } from "../components/badges"
import { ActionButton } from "../components/action-button"
import { ChoiceField, ComparedFacts, EvidenceBox } from "../components/choice"
import { customerText } from "../components/customer"
import { ActionDrawer } from "../components/drawers"
import { TextField } from "../components/form"
import { LoadFailure, LoadingRows, NotAsked } from "../components/section"
import { Amount, Moment, ServiceDay, useAmountText } from "../components/values"
import { emptyOr, requiredServiceId, requiredText } from "../lib/form-values"
import type { Confirmation } from "../lib/operations"
import { useEInvoiceQuery } from "../lib/queries"
import { type TextKey, useTexts } from "../lib/texts"
import { type EInvoiceOrderSummary, readCreationSettlement, readOrderDetail } from "./data"
import { useEInvoiceOrder } from "./queries"
import { statusText } from "./words"

type SettleCreationDrawerProps = {
  order: EInvoiceOrderSummary
  /** The Medusa order whose page this stands on. */
  orderId: string
}

const needed: TextKey = "forms.errors.required"

/** Beside these, the id at the service of the order that is adopted. */
const TYPED = "typed"
const AGAIN = "create-again"
const GIVE_UP = "give-up"

const decisionSchema = z
  .object({
    decision: requiredText(64),
    orderUuid: emptyOr(requiredServiceId()),
    not_it: z.array(z.string()),
  })
  .refine(({ decision, orderUuid }) => decision !== TYPED || orderUuid, {
    path: ["orderUuid"],
    message: needed,
  })

const decisionOf = ({ decision, orderUuid, not_it }: z.output<typeof decisionSchema>) =>
  decision === AGAIN || decision === GIVE_UP
    ? ({ decision, ...(not_it.length > 0 && { not_it }) } as const)
    : ({
        decision: "adopt",
        order_uuid: decision === TYPED ? (orderUuid ?? "") : decision,
      } as const)

/** Settles an order in doubt: what was sent beside what the service has, and the ways out. */
export const SettleCreationDrawer = ({ order, orderId }: SettleCreationDrawerProps) => {
  const t = useTexts()
  const amountText = useAmountText()
  const amount = amountText(order.grand_total, order.currency_code)
  const closingText = ({ not_it }: { not_it?: string[] }, question: TextKey) =>
    not_it
      ? t("settle.excludeQuestion", { uuids: not_it.join(", "), amount })
      : t(question, { amount })
  const questionOf = (values: z.output<typeof decisionSchema>): Confirmation => {
    const decided = decisionOf(values)
    switch (decided.decision) {
      case "adopt":
        return {
          title: t("settle.adoptTitle"),
          description: t("settle.adoptQuestion", { uuid: decided.order_uuid, amount }),
          confirmText: t("settle.adopt"),
          variant: "confirmation",
        }
      case "create-again":
        return {
          title: t("settle.againTitle"),
          description: closingText(decided, "settle.againQuestion"),
          confirmText: t("settle.again"),
        }
      case "give-up":
        return {
          title: t("settle.giveUpTitle"),
          description: closingText(decided, "settle.giveUpQuestion"),
          confirmText: t("settle.giveUp"),
        }
    }
  }

  return (
    <ActionDrawer
      label={t("settle.label")}
      variant="primary"
      title={t("settle.title")}
      description={t("settle.description")}
      schema={decisionSchema}
      defaultValues={{ decision: "", orderUuid: "", not_it: [] }}
      operation={{ path: settlePath(order), orderId }}
      toBody={(values) => ({ ...decisionOf(values), attempt: order.attempt })}
      read={readOrderDetail}
      confirm={questionOf}
      success={() => t("settle.done")}
      serverFields={{ order_uuid: "decision" }}
    >
      {({ control, watch }) => (
        <>
          <SentFacts order={order} />
          <DecisionField order={order} control={control} />
          {watch().decision === TYPED && (
            <TextField
              control={control}
              name="orderUuid"
              label={t("settle.uuid")}
              hint={t("settle.uuidHint")}
            />
          )}
        </>
      )}
    </ActionDrawer>
  )
}

const settlePath = ({ id }: Pick<EInvoiceOrderSummary, "id">): string =>
  `/orders/${encodeURIComponent(id)}/settle`

/** Asked only while the drawer is open: it is the service that answers. */
const useSettlement = (order: EInvoiceOrderSummary) =>
  useEInvoiceQuery({ path: settlePath(order), isAlwaysFresh: true }, readCreationSettlement)

/** What was sent, in the order in which the candidates show it. */
const SentFacts = ({ order }: Pick<SettleCreationDrawerProps, "order">) => {
  const t = useTexts()
  const { data } = useSettlement(order)

  return (
    <EvidenceBox title={t("settle.sent")}>
      <ComparedFacts
        facts={[
          {
            label: t("settle.fact.amount"),
            value: <Amount value={order.grand_total} currencyCode={order.currency_code} />,
          },
          { label: t("settle.fact.reference"), value: order.reference_no ?? t("fields.none") },
          {
            label: t("settle.fact.customer"),
            value: customerText(order.customer) || t("fields.unknown"),
          },
          {
            label: t("settle.fact.time"),
            value: <Moment at={data?.sent_at ?? order.created_at} />,
          },
        ]}
      />
    </EvidenceBox>
  )
}

type DecisionFieldProps = Pick<SettleCreationDrawerProps, "order"> & {
  control: Control<z.input<typeof decisionSchema>, unknown, unknown>
}

/** The orders at the service that may be the one, and the other ways out. */
const DecisionField = ({ order, control }: DecisionFieldProps) => {
  const t = useTexts()
  const { data, error, isFetching, refetch } = useSettlement(order)
  const {
    field: { onChange },
  } = useController({ control, name: "not_it" })
  const candidates = data?.candidates
  useEffect(() => {
    if (candidates) {
      onChange(candidates.filter(({ is_likely }) => is_likely).map(({ order_uuid }) => order_uuid))
    }
  }, [candidates, onChange])

  if (error) {
    return <LoadFailure query={{ error, isFetching, refetch }} />
  }
  if (!data) {
    return <LoadingRows label={t("settle.asking")} rows={4} />
  }
  return (
    <>
      {data.problem ? (
        <NotAsked problem={data.problem} query={{ isFetching, refetch }} />
      ) : (
        <ServiceAnswer settlement={data} />
      )}
      <ChoiceField
        control={control}
        name="decision"
        label={t("settle.decision")}
        choices={[
          ...data.candidates.map((candidate) => ({
            value: candidate.order_uuid,
            label: t("settle.isIt", { uuid: candidate.order_uuid }),
            isDisabled: candidate.is_other,
            children: <CandidateFacts candidate={candidate} currencyCode={order.currency_code} />,
          })),
          { value: TYPED, label: t("settle.typed") },
          { value: AGAIN, label: t("settle.again"), children: <About text="settle.againHint" /> },
          {
            value: GIVE_UP,
            label: t("settle.giveUp"),
            children: <About text="settle.giveUpHint" />,
          },
        ]}
      />
    </>
  )
}

const About = ({ text }: { text: TextKey }) => {
  const t = useTexts()

  return (
    <Text size="small" className="text-ui-fg-subtle">
      {t(text)}
    </Text>
  )
}

/** What the list of candidates does not say by itself: that there is none, or that it may not be whole. */
const ServiceAnswer = ({ settlement }: { settlement: CreationSettlement }) => {
  const t = useTexts()
  const { candidates, complete } = settlement

  if (candidates.length > 0 && complete) {
    return null
  }
  return (
    <Text size="small" className="text-ui-fg-subtle">
      {[
        ...(candidates.length === 0 ? [t("settle.noCandidate")] : []),
        ...(complete ? [] : [t("settle.incomplete")]),
      ].join(" ")}
    </Text>
  )
}

type CandidateFactsProps = {
  candidate: CreationSettlement["candidates"][number]
  currencyCode: string
}

/** An order as the service has it, with what contradicts what was sent. */
const CandidateFacts = ({ candidate, currencyCode }: CandidateFactsProps) => {
  const t = useTexts()
  const { amount, contradictions, customer, date, is_other, reference, status } = candidate

  return (
    <div className="flex flex-col gap-y-2">
      <ComparedFacts
        facts={[
          {
            label: t("settle.fact.amount"),
            value: <Amount value={amount} currencyCode={currencyCode} />,
            differs: contradictions.includes("amount"),
          },
          {
            label: t("settle.fact.reference"),
            value: reference ?? t("fields.none"),
            differs: contradictions.includes("reference"),
          },
          {
            label: t("settle.fact.customer"),
            value: customer ?? t("fields.unknown"),
            differs: contradictions.includes("customer"),
          },
          {
            label: t("settle.fact.time"),
            value: <ServiceDay on={date} />,
            differs: contradictions.includes("date"),
          },
          {
            label: t("settle.fact.status"),
            value: <OrderStatusBadge order={{ state: "succeeded", remote_status: status }} />,
          },
        ]}
      />
      {is_other && <About text="settle.isOther" />}
    </div>
  )
}

type OtherOrdersProps = {
  order: EInvoiceOrderSummary
  /** The Medusa order whose page this stands on. */
  orderId: string
}

/** A way out for each further order that the service has for this payment, where it is none of this purchase. */
export const OtherOrders = ({ order, orderId }: OtherOrdersProps) => {
  const t = useTexts()
  const { data } = useEInvoiceOrder(order.id)

  return data?.other_orders
    .filter(({ state }) => state === "open")
    .map(({ order_uuid: uuid, status }) => {
      const known = {
        uuid,
        status: statusText(t, { state: "succeeded", remote_status: status }),
      }
      return (
        <ActionButton
          key={uuid}
          label={t("settle.foreignLabel", known)}
          operation={{
            path: settlePath(order),
            orderId,
          }}
          body={{ decision: "declare-foreign", order_uuid: uuid }}
          read={readOrderDetail}
          confirm={{
            title: t("settle.foreignTitle"),
            description: t("settle.foreignQuestion", known),
            confirmText: t("settle.foreignSubmit"),
            variant: "danger",
          }}
          success={() => t("settle.foreignDone")}
        />
      )
    })
}
