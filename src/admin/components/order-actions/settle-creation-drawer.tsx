import { Text } from "@medusajs/ui"
import { z } from "zod"

import { type EInvoiceOrderSummary, parseOrderDetail } from "../../lib/e-invoice-order"
import { optionalText, requiredChoice } from "../../lib/form-values"
import { readLookUp } from "../../lib/look-up-evidence"
import { type TextKey, useTexts } from "../../lib/texts"
import { useAmountText } from "../../lib/use-amount-text"
import { ActionDrawer } from "../action-drawer"
import { SelectField, TextField } from "../form"
import { LookUpEvidence } from "./look-up-evidence"

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

/** Settles an order of which nobody knows whether the service has it: with what is known, and three ways out. */
export const SettleCreationDrawer = ({ order, orderId }: SettleCreationDrawerProps) => {
  const t = useTexts()
  const amountText = useAmountText()
  const evidence = readLookUp(order.failure)
  const amount = amountText(order.grand_total, order.currency_code)
  const [candidate, ...others] = evidence.orderUuids
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
        // Which of several it is, nobody but a person can say.
        orderUuid: candidate && others.length === 0 ? candidate : "",
      }}
      operation={{
        path: `/orders/${encodeURIComponent(order.id)}/settle`,
        orderId,
      }}
      toBody={({ decision, orderUuid }) => ({
        decision,
        attempt: order.attempts,
        ...(decision === "adopt" && { order_uuid: orderUuid }),
      })}
      parse={parseOrderDetail}
      confirm={({ decision, orderUuid = "" }) => questions[decision](orderUuid)}
      success={() => t("settle.done")}
      serverFields={{ order_uuid: "orderUuid" }}
    >
      {({ control, watch }) => (
        <>
          <LookUpEvidence evidence={evidence} />
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
