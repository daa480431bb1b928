import { z } from "zod"

import { optionalText } from "../../lib/form-values"
import type { OrderContact } from "../../lib/order-contact"
import { type TextKey, useTexts } from "../../lib/texts"
import { ignoreAnswer, operationPath } from "../../lib/use-operation"
import { useUnavailability } from "../../lib/use-operations"
import { ActionDrawer } from "../action-drawer"
import { TextField } from "../form"

type ResendLinkDrawerProps = {
  /** The order at the service. */
  uuid: string
  /** The Medusa order whose page this stands on. */
  orderId: string
  contact: OrderContact
  status: string | null
  statusInWords: string
}

const needed: TextKey = "orderActions.contactNeeded"

const contactSchema = z
  .object({
    email: optionalText(320),
    countryCode: optionalText(4),
    msisdn: optionalText(20),
  })
  .refine(({ email, msisdn }) => email ?? msisdn, {
    path: ["email"],
    message: needed,
  })

/** Sends the payment link of an order again, by e-mail, SMS or both. */
export const ResendLinkDrawer = ({
  uuid,
  orderId,
  contact,
  status,
  statusInWords,
}: ResendLinkDrawerProps) => {
  const t = useTexts()
  const unavailable = useUnavailability("orders.resend-payment-link", status, statusInWords)

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
      toBody={({ email, countryCode, msisdn }) => ({
        body: { ...(email && { email }), ...(msisdn && { msisdn, countryCode }) },
      })}
      parse={ignoreAnswer}
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
