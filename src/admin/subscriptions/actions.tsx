import { Checkbox, Hint, Label } from "@medusajs/ui"
import { useId } from "react"
import { useController } from "react-hook-form"
import { z } from "zod"

import { ActionDrawer, type DrawerForm } from "../components/drawers"
import { AmountField, PhoneFields, TextField, useFieldError } from "../components/form"
import { useAmountText } from "../components/values"
import { requiredAmount, requiredText, typedAmount } from "../lib/form-values"
import { ignoreAnswer, operationPath, useUnavailability } from "../lib/operations"
import { type TextKey, useTexts } from "../lib/texts"
import {
  cycleText,
  leftOf,
  type RefundableCycle,
  refundableCycles,
  type Subscription,
  subscriptionWords,
} from "./data"
import { contactBody, contactSchema } from "./form-data"

type CancelSubscriptionDrawerProps = {
  subscription: Subscription
  /** The Medusa order it was made of. */
  orderId?: string | undefined
}

const cancellationSchema = z.object({ note: requiredText(500) })

/** Ends a subscription: no further cycle is billed. What was billed stays. */
export const CancelSubscriptionDrawer = ({
  subscription: { subscriptionUuid, status, can },
  orderId,
}: CancelSubscriptionDrawerProps) => {
  const t = useTexts()
  const words = subscriptionWords(status)
  const unavailable = useUnavailability("subscriptions.cancel", can, words ? t(words.text) : status)

  return (
    <ActionDrawer
      texts="subscriptions.cancel"
      variant="secondary"
      unavailable={unavailable}
      isDangerous
      schema={cancellationSchema}
      defaultValues={{ note: "" }}
      operation={{
        path: operationPath("subscriptions.cancel"),
        params: { subscriptionUuid },
        orderId,
      }}
      toBody={(values) => ({
        body: values,
        ...(orderId !== undefined && { order_id: orderId }),
      })}
      read={ignoreAnswer}
      confirm={() => t("subscriptions.cancel.confirm")}
    >
      {({ control }) => (
        <TextField
          control={control}
          name="note"
          label={t("subscriptions.cancel.reason")}
          hint={t("subscriptions.cancel.reasonHint")}
          isLong
        />
      )}
    </ActionDrawer>
  )
}

type ResendSubscriptionDrawerProps = {
  subscription: Subscription
}

/** Statuses in which there is nothing left to pay by the link. */
const ENDED: ReadonlySet<string> = new Set(["COMPLETED", "CANCELLED"])

/** Sends the payment link again, to the customer's own contact unless another is written. */
export const ResendSubscriptionDrawer = ({
  subscription: { subscriptionUuid, status, can, customerDetails },
}: ResendSubscriptionDrawerProps) => {
  const t = useTexts()
  const words = subscriptionWords(status)
  const statusInWords = words ? t(words.text) : status
  const switchedOff = useUnavailability("subscriptions.resend", can, statusInWords)

  return (
    <ActionDrawer
      texts="subscriptions.resend"
      variant="secondary"
      unavailable={
        switchedOff ??
        (ENDED.has(status.toUpperCase())
          ? t("forms.unavailable.byStatus", { status: statusInWords })
          : undefined)
      }
      schema={contactSchema}
      defaultValues={{
        email: customerDetails?.customerEmail ?? "",
        countryCode: customerDetails?.countryCode ?? "+47",
        msisdn: customerDetails?.msisdn ?? "",
      }}
      operation={{
        path: operationPath("subscriptions.resend"),
        params: { subscriptionUuid },
      }}
      toBody={(contact) => ({ body: contactBody(contact) })}
      read={ignoreAnswer}
    >
      {({ control }) => (
        <>
          <TextField
            control={control}
            name="email"
            type="email"
            label={t("customers.contact.email")}
            isOptional
          />
          <PhoneFields control={control} isOptional />
        </>
      )}
    </ActionDrawer>
  )
}

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
      texts="subscriptions.refund"
      variant="secondary"
      unavailable={
        notOffered ?? (cycles.length === 0 ? t("subscriptions.refund.nothingLeft") : undefined)
      }
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
      read={ignoreAnswer}
      confirm={({ cycles: chosen, amount }) =>
        t("subscriptions.refund.confirm", {
          amount: amountText(amount, currencyCode),
          cycles: chosen.join(", "),
        })
      }
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
              cycle: cycleText(t, name),
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
