import { Text } from "@medusajs/ui"
import { z } from "zod"

import { ActionButton } from "../components/action-button"
import { ActionDrawer } from "../components/drawers"
import { SelectField, TextField } from "../components/form"
import { Moment, useAmountText } from "../components/values"
import { optionalText, requiredChoice } from "../lib/form-values"
import { type TextKey, useTexts } from "../lib/texts"
import { type EInvoiceOrderSummary, readOrderDetail } from "./data"
import { useEInvoiceOrder } from "./queries"
import { statusText } from "./words"

type SettleCreationDrawerProps = {
  order: EInvoiceOrderSummary
  /** The Medusa order whose page this stands on. */
  orderId: string
}

const needed: TextKey = "forms.errors.required"

const decisionSchema = z
  .object({
    decision: requiredChoice(["adopt", "create-again", "give-up"]),
    orderUuid: optionalText(64),
  })
  .refine(({ decision, orderUuid }) => decision !== "adopt" || orderUuid, {
    path: ["orderUuid"],
    message: needed,
  })

/** Settles an order in doubt: with what is known, and three ways out. */
export const SettleCreationDrawer = ({ order, orderId }: SettleCreationDrawerProps) => {
  const t = useTexts()
  const amountText = useAmountText()
  const amount = amountText(order.grand_total, order.currency_code)
  const [candidate, ...others] = order.failure?.lookup?.orderUuids ?? []
  const questions = {
    adopt: (uuid: string) => ({
      title: t("settle.adoptTitle"),
      description: t("settle.adoptQuestion", { uuid, amount }),
      confirmText: t("settle.adopt"),
      variant: "confirmation" as const,
    }),
    "create-again": () => ({
      title: t("settle.againTitle"),
      description: t("settle.againQuestion", { amount }),
      confirmText: t("settle.again"),
    }),
    "give-up": () => ({
      title: t("settle.giveUpTitle"),
      description: t("settle.giveUpQuestion", { amount }),
      confirmText: t("settle.giveUp"),
    }),
  }

  return (
    <ActionDrawer
      label={t("settle.label")}
      variant="primary"
      title={t("settle.title")}
      description={t("settle.description")}
      schema={decisionSchema}
      defaultValues={{
        decision: "adopt",
        // Only staff can say which of several it is.
        orderUuid: candidate && others.length === 0 ? candidate : "",
      }}
      operation={{
        path: `/orders/${encodeURIComponent(order.id)}/settle`,
        orderId,
      }}
      toBody={({ decision, orderUuid }) => ({
        decision,
        attempt: order.attempt,
        ...(decision === "adopt" && { order_uuid: orderUuid }),
      })}
      read={readOrderDetail}
      confirm={({ decision, orderUuid = "" }) => questions[decision](orderUuid)}
      success={() => t("settle.done")}
      serverFields={{ order_uuid: "orderUuid" }}
    >
      {({ control, watch }) => (
        <>
          <LookUpEvidence failure={order.failure} />
          <SelectField
            control={control}
            name="decision"
            label={t("settle.decision")}
            options={[
              { value: "adopt", label: t("settle.adopt") },
              { value: "create-again", label: t("settle.again") },
              { value: "give-up", label: t("settle.giveUp") },
            ]}
          />
          {watch().decision === "adopt" ? (
            <TextField
              control={control}
              name="orderUuid"
              label={t("settle.uuid")}
              hint={t("settle.uuidHint")}
            />
          ) : (
            <Text size="small" className="text-ui-fg-subtle">
              {watch().decision === "give-up" ? t("settle.giveUpHint") : t("settle.againHint")}
            </Text>
          )}
        </>
      )}
    </ActionDrawer>
  )
}

const results = {
  none: "settle.resultNone",
  unclear: "settle.resultUnclear",
  failed: "settle.resultFailed",
} as const satisfies Record<string, TextKey>

/** What is known of an order in doubt, so that staff can decide. */
const LookUpEvidence = ({ failure }: Pick<EInvoiceOrderSummary, "failure">) => {
  const t = useTexts()
  const lookup = failure?.lookup

  return (
    <dl className="txt-small bg-ui-bg-subtle shadow-borders-base grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 rounded-md p-4">
      <dt className="text-ui-fg-subtle">{t("settle.what")}</dt>
      <dd>{failure?.message ?? t("fields.unknown")}</dd>
      <dt className="text-ui-fg-subtle">{t("settle.when")}</dt>
      <dd>{failure ? <Moment at={failure.at} /> : t("fields.unknown")}</dd>
      <dt className="text-ui-fg-subtle">{t("settle.lookedFor")}</dt>
      <dd>
        {lookup ? (
          <>
            <Moment at={lookup.at} />
            <span className="block">{t(results[lookup.result])}</span>
          </>
        ) : (
          t("settle.notYet")
        )}
      </dd>
      {lookup && lookup.orderUuids.length > 0 && (
        <>
          <dt className="text-ui-fg-subtle">{t("settle.candidates")}</dt>
          <dd className="[overflow-wrap:anywhere]">{lookup.orderUuids.join(", ")}</dd>
        </>
      )}
    </dl>
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
            path: `/orders/${encodeURIComponent(order.id)}/settle`,
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
