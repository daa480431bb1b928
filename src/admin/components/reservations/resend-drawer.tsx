import { useTexts } from "../../lib/texts"
import { ignoreAnswer, operationPath } from "../../lib/use-operation"
import { ActionDrawer } from "../action-drawer"
import { PhoneFields } from "../customers/phone-fields"
import { TextField } from "../form"
import { contactBody, contactSchema } from "../subscriptions/contact-form"
import type { ChangeProps } from "./reservation-change"
import { useWhyNot } from "./use-why-not"

/** Sends the payment link again, to the customer's own contact unless another is written. */
export const ResendReservationDrawer = ({
  uuid,
  account,
}: Pick<ChangeProps, "uuid" | "account">) => {
  const t = useTexts()
  const unavailable = useWhyNot("resend", account.status)

  return (
    <ActionDrawer
      label={t("reservations.resend.label")}
      unavailable={unavailable}
      title={t("reservations.resend.title")}
      description={t("reservations.resend.description")}
      submitLabel={t("reservations.resend.submit")}
      schema={contactSchema}
      defaultValues={{
        email: account.contact.email ?? "",
        countryCode: account.contact.country_code ?? "+47",
        msisdn: account.contact.msisdn ?? "",
      }}
      operation={{
        path: operationPath("reservations.resend"),
        params: { reservation_uuid: uuid },
      }}
      toBody={(contact) => ({ body: contactBody(contact) })}
      parse={ignoreAnswer}
      success={() => t("reservations.resend.done")}
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
