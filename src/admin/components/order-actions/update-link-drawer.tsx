import { z } from "zod"

import { optionalDate, optionalText } from "../../lib/form-values"
import { writeDay } from "../../lib/service-day"
import { type TextKey, useTexts } from "../../lib/texts"
import { ignoreAnswer, operationPath } from "../../lib/use-operation"
import { useUnavailability } from "../../lib/use-operations"
import { ActionDrawer } from "../action-drawer"
import { DateField, TextField } from "../form"

type UpdateLinkDrawerProps = {
  /** The order at the service. */
  uuid: string
  /** The Medusa order whose page this stands on. */
  orderId: string
  status: string | null
  statusInWords: string
}

const needed: TextKey = "orderActions.changeNeeded"

const changeSchema = z
  .object({ due: optionalDate(), reference: optionalText(100) })
  .refine(({ due, reference }) => due ?? reference, {
    path: ["due"],
    message: needed,
  })

/** Changes when a payment link ends, or its reference; what is to be paid stays. */
export const UpdateLinkDrawer = ({
  uuid,
  orderId,
  status,
  statusInWords,
}: UpdateLinkDrawerProps) => {
  const t = useTexts()
  const unavailable = useUnavailability("orders.update-payment-link", status, statusInWords)

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
      parse={ignoreAnswer}
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
