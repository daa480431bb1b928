import { useTexts } from "../../lib/texts"
import { ignoreAnswer, operationPath } from "../../lib/use-operation"
import { useUnavailability } from "../../lib/use-operations"
import { ActionDrawer } from "../action-drawer"
import { PhoneFields } from "../customers/phone-fields"
import { TextField } from "../form"
import { contactBody, contactSchema } from "./contact-form"
import type { Subscription } from "./subscription-data"
import { subscriptionWords } from "./subscription-words"

type ResendSubscriptionDrawerProps = {
  subscription: Subscription
}

/** Statuses in which there is nothing left to pay by the link. */
const ENDED: ReadonlySet<string> = new Set(["COMPLETED", "CANCELLED"])

/** Sends the payment link again, to the customer's own contact unless another is written. */
export const ResendSubscriptionDrawer = ({
  subscription: { subscriptionUuid, status, customerDetails },
}: ResendSubscriptionDrawerProps) => {
  const t = useTexts()
  const words = subscriptionWords(status)
  const statusInWords = words ? t(words.text) : status
  const switchedOff = useUnavailability("subscriptions.resend", status)

  return (
    <ActionDrawer
      label={t("subscriptions.resend.label")}
      variant="secondary"
      unavailable={
        switchedOff ??
        (ENDED.has(status.toUpperCase())
          ? t("forms.unavailable.byStatus", { status: statusInWords })
          : undefined)
      }
      title={t("subscriptions.resend.title")}
      description={t("subscriptions.resend.description")}
      submitLabel={t("subscriptions.resend.submit")}
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
      parse={ignoreAnswer}
      success={() => t("subscriptions.resend.done")}
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
