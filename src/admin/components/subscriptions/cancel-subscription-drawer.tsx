import { z } from "zod"

import { requiredText } from "../../lib/form-values"
import { useTexts } from "../../lib/texts"
import { ignoreAnswer, operationPath } from "../../lib/use-operation"
import { useUnavailability } from "../../lib/use-operations"
import { ActionDrawer } from "../action-drawer"
import { TextField } from "../form"
import type { Subscription } from "./subscription-data"
import { subscriptionWords } from "./subscription-words"

type CancelSubscriptionDrawerProps = {
  subscription: Subscription
  /** The Medusa order it was made of. */
  orderId?: string | undefined
}

const cancellationSchema = z.object({ note: requiredText(500) })

/** Ends a subscription: no further cycle is billed. What was billed stays. */
export const CancelSubscriptionDrawer = ({
  subscription: { subscriptionUuid, status },
  orderId,
}: CancelSubscriptionDrawerProps) => {
  const t = useTexts()
  const words = subscriptionWords(status)
  const unavailable = useUnavailability("subscriptions.cancel", status, words && t(words.text))

  return (
    <ActionDrawer
      label={t("subscriptions.cancel.label")}
      variant="secondary"
      unavailable={unavailable}
      title={t("subscriptions.cancel.title")}
      description={t("subscriptions.cancel.description")}
      submitLabel={t("subscriptions.cancel.submit")}
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
      parse={ignoreAnswer}
      confirm={() => ({
        title: t("subscriptions.cancel.confirmTitle"),
        description: t("subscriptions.cancel.confirm"),
        confirmText: t("subscriptions.cancel.submit"),
      })}
      success={() => t("subscriptions.cancel.done")}
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
