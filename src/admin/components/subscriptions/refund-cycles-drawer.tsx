import { Checkbox, Hint, Label } from "@medusajs/ui"
import { useId } from "react"
import { useController } from "react-hook-form"
import { z } from "zod"

import { requiredAmount, typedAmount } from "../../lib/form-values"
import { type TextKey, useTexts } from "../../lib/texts"
import { useAmountText } from "../../lib/use-amount-text"
import { useFieldError } from "../../lib/use-field-error"
import { ignoreAnswer, operationPath } from "../../lib/use-operation"
import { useUnavailability } from "../../lib/use-operations"
import { ActionDrawer } from "../action-drawer"
import type { DrawerForm } from "../action-form"
import { AmountField } from "../form"
import { leftOf, type RefundableCycle, refundableCycles } from "./refundable-cycles"
import type { Subscription } from "./subscription-data"

type RefundCyclesDrawerProps = {
  subscription: Subscription
  currencyCode: string
  orderId?: string | undefined
}

type RefundInput = { cycles: string[]; amount: string }

const NO_CYCLE: TextKey = "subscriptions.refund.noCycle"

const refundSchema = (cycles: readonly RefundableCycle[], tooMuch: (left: number) => string) =>
  z
    .object({
      cycles: z.array(z.string()).min(1, NO_CYCLE),
      amount: requiredAmount(),
    })
    .superRefine(({ cycles: chosen, amount }, context) => {
      const left = leftOf(cycles, chosen)
      if (chosen.length > 0 && amount > left) {
        context.addIssue({
          code: "custom",
          path: ["amount"],
          message: tooMuch(left),
        })
      }
    })

/** Pays back cycles of a subscription, in full or in part. */
export const RefundCyclesDrawer = ({
  subscription: { subscriptionUuid, subscriptionCycles },
  currencyCode,
  orderId,
}: RefundCyclesDrawerProps) => {
  const t = useTexts()
  const amountText = useAmountText()
  const notOffered = useUnavailability("subscriptions.refund-cycle")
  const cycles = refundableCycles(subscriptionCycles)
  const schema = refundSchema(cycles, (left) =>
    t("subscriptions.refund.tooMuch", {
      amount: amountText(left, currencyCode),
    })
  )

  return (
    <ActionDrawer
      label={t("subscriptions.refund.label")}
      variant="secondary"
      unavailable={
        notOffered ?? (cycles.length === 0 ? t("subscriptions.refund.nothingLeft") : undefined)
      }
      title={t("subscriptions.refund.title")}
      description={t("subscriptions.refund.description")}
      submitLabel={t("subscriptions.refund.submit")}
      schema={schema}
      defaultValues={{ cycles: [], amount: "" } as RefundInput}
      operation={{
        path: operationPath("subscriptions.refund-cycle"),
        params: { subscriptionUuid },
        orderId,
      }}
      toBody={({ cycles: chosen, amount }) => ({
        body: { cycles: chosen, amount: amount.toFixed(2) },
        ...(orderId !== undefined && { order_id: orderId }),
      })}
      parse={ignoreAnswer}
      confirm={({ cycles: chosen, amount }) => ({
        title: t("subscriptions.refund.confirmTitle"),
        description: t("subscriptions.refund.confirm", {
          amount: amountText(amount, currencyCode),
          cycles: chosen.join(", "),
        }),
        confirmText: t("subscriptions.refund.submit"),
        variant: "confirmation",
      })}
      success={() => t("subscriptions.refund.done")}
    >
      {(form) => (
        <>
          <CycleChoice form={form} cycles={cycles} currencyCode={currencyCode} />
          <AmountField
            control={form.control}
            name="amount"
            label={t("subscriptions.refund.amount")}
            hint={t("subscriptions.refund.amountHint", {
              amount: amountText(leftOf(cycles, form.watch().cycles), currencyCode),
            })}
            currencyCode={currencyCode}
          />
        </>
      )}
    </ActionDrawer>
  )
}

type CycleChoiceProps = {
  form: DrawerForm<RefundInput>
  cycles: readonly RefundableCycle[]
  currencyCode: string
}

/** Which cycles are paid back; the amount follows the choice, and can be lowered afterwards. */
const CycleChoice = ({ form, cycles, currencyCode }: CycleChoiceProps) => {
  const t = useTexts()
  const inWords = useFieldError()
  const amountText = useAmountText()
  const id = useId()
  const {
    field: { value, onChange, ref },
    fieldState: { error },
  } = useController({ control: form.control, name: "cycles" })

  const choose = (name: string, isChosen: boolean) => {
    const chosen = cycles
      .map((cycle) => cycle.name)
      .filter((other) => (other === name ? isChosen : value.includes(other)))
    onChange(chosen)
    form.setValue("amount", typedAmount(leftOf(cycles, chosen)))
  }

  return (
    <fieldset className="flex flex-col gap-y-3" aria-describedby={error && `${id}-error`}>
      <legend className="txt-compact-small-plus mb-2">{t("subscriptions.refund.cycles")}</legend>
      {cycles.map(({ name, leftOre }, index) => (
        <div key={name} className="flex items-center gap-x-2">
          <Checkbox
            ref={index === 0 ? ref : undefined}
            id={`${id}-${index}`}
            checked={value.includes(name)}
            onCheckedChange={(checked) => choose(name, checked === true)}
          />
          <Label htmlFor={`${id}-${index}`} size="small">
            {t("subscriptions.refund.left", {
              cycle: name,
              amount: amountText(leftOre / 100, currencyCode),
            })}
          </Label>
        </div>
      ))}
      {error && (
        <Hint id={`${id}-error`} variant="error" role="alert">
          {inWords(error.message)}
        </Hint>
      )}
    </fieldset>
  )
}
