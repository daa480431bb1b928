import type { AdminOrder } from "@medusajs/framework/types"
import { Text } from "@medusajs/ui"

import { billBody, billSchema, type BillWay, needs } from "../../lib/bill-form"
import { hasPhone } from "../../lib/order-contact"
import { type TextKey, useTexts } from "../../lib/texts"
import { useAmountText } from "../../lib/use-amount-text"
import { ignoreAnswer } from "../../lib/use-operation"
import { useUnavailability } from "../../lib/use-operations"
import { ActionDrawer } from "../action-drawer"
import { BillFields } from "./bill-fields"

type BillDrawerProps = {
  order: AdminOrder
  /** Major units. */
  amount: number
  currencyCode: string
  unavailable: string | undefined
}

const questions: Readonly<Record<BillWay, TextKey>> = {
  "payment-link": "billing.question.paymentLink",
  invoice: "billing.question.invoice",
  "e-invoice": "billing.question.eInvoice",
  "ehf-invoice": "billing.question.ehfInvoice",
  reservation: "billing.question.reservation",
}

/** Bills what is outstanding of an order; the amount and the lines are the server's. */
export const BillDrawer = ({ order, amount, currencyCode, unavailable }: BillDrawerProps) => {
  const t = useTexts()
  const amountText = useAmountText()
  const inWords = amountText(amount, currencyCode)
  const switchedOff = {
    "payment-link": useUnavailability("orders.create-payment-link"),
    invoice: useUnavailability("orders.create-invoice"),
    "e-invoice": useUnavailability("orders.create-e-invoice"),
    "ehf-invoice": useUnavailability("orders.create-ehf-invoice"),
    reservation: useUnavailability("reservations.submit"),
  }

  return (
    <ActionDrawer
      label={t("billing.bill")}
      variant="primary"
      unavailable={unavailable}
      title={t("billing.bill")}
      description={t("billing.description", { amount: inWords })}
      submitLabel={t("billing.submit", { amount: inWords })}
      schema={billSchema}
      defaultValues={{
        by: "payment-link",
        personalNumber: "",
        organizationId: "",
        email: true,
        sms: false,
        due: null,
        phone: "",
        reference: "",
      }}
      operation={{
        path: `/medusa-orders/${encodeURIComponent(order.id)}/bill`,
        orderId: order.id,
      }}
      toBody={billBody}
      parse={ignoreAnswer}
      confirm={({ by }) => ({
        title: t("billing.questionTitle", { amount: inWords }),
        description: t(questions[by], { amount: inWords }),
        confirmText: t("billing.submit", { amount: inWords }),
        variant: "confirmation",
      })}
      success={() => t("billing.done", { amount: inWords })}
      serverFields={{
        personal_number: "personalNumber",
        "customerDetails.personalNumber": "personalNumber",
        organization_id: "organizationId",
        "customerDetails.organizationId": "organizationId",
        "customerDetails.msisdn": "phone",
        link_due_date: "due",
      }}
    >
      {({ control, watch }) => {
        const by = watch().by
        return (
          <>
            <BillFields
              control={control}
              by={by}
              needs={needs(by)}
              asksForPhone={!hasPhone(order)}
            />
            {switchedOff[by] && (
              <Text size="small" className="text-ui-fg-error">
                {switchedOff[by]}
              </Text>
            )}
          </>
        )
      }}
    </ActionDrawer>
  )
}
