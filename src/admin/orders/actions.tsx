import { z } from "zod"

import type { Can } from "../../api/admin/e-invoice/answers"
import { ActionDrawer } from "../components/drawers"
import { DateField, TextField } from "../components/form"
import { useAmountText } from "../components/values"
import { optionalDate, optionalText, requiredText, writeDay } from "../lib/form-values"
import { ignoreAnswer, operationPath, useUnavailability } from "../lib/operations"
import { type TextKey, useTexts } from "../lib/texts"
import { SettleRefundDrawer } from "../refunds/settle"
import { contactBody, contactSchema } from "../subscriptions/form-data"
import { type EInvoiceOrderSummary, type OrderContact, readOrderDetail } from "./data"
import { useEInvoiceOrder } from "./queries"
import { statusText } from "./words"

type CancelOrderDrawerProps = {
  order: EInvoiceOrderSummary
  /** The Medusa order whose page this stands on. */
  orderId: string
}

const cancellationSchema = z.object({ note: requiredText(500) })

/** Cancels an invoice at the service, with a reason; the Medusa order stays as it is. */
export const CancelOrderDrawer = ({ order, orderId }: CancelOrderDrawerProps) => {
  const t = useTexts()
  const amountText = useAmountText()
  const unavailable = useUnavailability("orders.cancel", order.can, statusText(t, order))

  return (
    <ActionDrawer
      texts="cancelOrder"
      unavailable={unavailable}
      isDangerous
      schema={cancellationSchema}
      defaultValues={{ note: "" }}
      operation={{
        path: `/orders/${encodeURIComponent(order.id)}/cancel`,
        orderId,
      }}
      read={readOrderDetail}
      confirm={() =>
        t("cancelOrder.confirm", {
          amount: amountText(order.grand_total, order.currency_code),
        })
      }
    >
      {({ control }) => (
        <TextField
          control={control}
          name="note"
          label={t("cancelOrder.reason")}
          hint={t("cancelOrder.reasonHint")}
          isLong
        />
      )}
    </ActionDrawer>
  )
}

type ResendLinkDrawerProps = {
  /** The order at the service. */
  uuid: string
  /** The Medusa order whose page this stands on. */
  orderId: string
  contact: OrderContact
  can: Can
  statusInWords: string
}

/** Sends the payment link of an order again, by e-mail, SMS or both. */
export const ResendLinkDrawer = ({
  uuid,
  orderId,
  contact,
  can,
  statusInWords,
}: ResendLinkDrawerProps) => {
  const t = useTexts()
  const unavailable = useUnavailability("orders.resend-payment-link", can, statusInWords)

  return (
    <ActionDrawer
      label={t("orderActions.resend")}
      unavailable={unavailable}
      title={t("orderActions.resendTitle")}
      description={t("orderActions.resendDescription")}
      submitLabel={t("orderActions.resendSubmit")}
      schema={contactSchema}
      defaultValues={contact}
      operation={{
        path: operationPath("orders.resend-payment-link"),
        params: { order_uuid: uuid },
        orderId,
      }}
      toBody={(values) => ({ body: contactBody(values) })}
      read={ignoreAnswer}
      success={() => t("orderActions.resent")}
    >
      {({ control }) => (
        <>
          <TextField
            control={control}
            name="email"
            type="email"
            label={t("orderActions.email")}
            isOptional
          />
          <div className="grid grid-cols-[7rem_1fr] gap-x-4">
            <TextField
              control={control}
              name="countryCode"
              type="tel"
              label={t("orderActions.callingCode")}
              isOptional
            />
            <TextField
              control={control}
              name="msisdn"
              type="tel"
              label={t("orderActions.phone")}
              isOptional
            />
          </div>
        </>
      )}
    </ActionDrawer>
  )
}

type UpdateLinkDrawerProps = {
  /** The order at the service. */
  uuid: string
  /** The Medusa order whose page this stands on. */
  orderId: string
  can: Can
  statusInWords: string
}

const changeNeeded: TextKey = "orderActions.changeNeeded"

const changeSchema = z
  .object({ due: optionalDate(), reference: optionalText(100) })
  .refine(({ due, reference }) => due ?? reference, {
    path: ["due"],
    message: changeNeeded,
  })

/** Changes when a payment link ends, or its reference; what is to be paid stays. */
export const UpdateLinkDrawer = ({ uuid, orderId, can, statusInWords }: UpdateLinkDrawerProps) => {
  const t = useTexts()
  const unavailable = useUnavailability("orders.update-payment-link", can, statusInWords)

  return (
    <ActionDrawer
      label={t("orderActions.update")}
      unavailable={unavailable}
      title={t("orderActions.updateTitle")}
      description={t("orderActions.updateDescription")}
      submitLabel={t("orderActions.updateSubmit")}
      schema={changeSchema}
      defaultValues={{ due: null, reference: "" }}
      operation={{
        path: operationPath("orders.update-payment-link"),
        params: { order_uuid: uuid },
        orderId,
      }}
      toBody={({ due, reference }) => ({
        ...(due && { link_due_date: writeDay(due) }),
        ...(reference && { body: { customerReference: reference } }),
      })}
      read={ignoreAnswer}
      success={() => t("orderActions.updated")}
      serverFields={{
        dueDateForPaymentLink: "due",
        link_due_date: "due",
        customerReference: "reference",
      }}
    >
      {({ control }) => (
        <>
          <DateField
            control={control}
            name="due"
            label={t("orderActions.due")}
            hint={t("orderActions.dueHint")}
            min={new Date()}
            isOptional
          />
          <TextField
            control={control}
            name="reference"
            label={t("orderActions.reference")}
            hint={t("orderActions.referenceHint")}
            isOptional
          />
        </>
      )}
    </ActionDrawer>
  )
}

type OpenRefundsProps = {
  order: EInvoiceOrderSummary
  /** The Medusa order whose page this stands on. */
  orderId: string
}

/** A way out for each refund in doubt. */
export const OpenRefunds = ({ order, orderId }: OpenRefundsProps) => {
  const { data } = useEInvoiceOrder(order.id)

  return data?.refunds
    .filter(({ state }) => state === "in_doubt" || state === "sending")
    .map((refund) => (
      <SettleRefundDrawer key={refund.id} order={order} refund={refund} orderId={orderId} />
    ))
}
