import { Plus } from "@medusajs/icons"
import { z } from "zod"

import { optionalDate, optionalText, requiredWholeNumber } from "../../lib/form-values"
import { optionalOrganizationNumber } from "../../lib/organization-number"
import { writeDay } from "../../lib/service-day"
import type { TextKey } from "../../lib/texts"
import { useTexts } from "../../lib/texts"
import { useAmountText } from "../../lib/use-amount-text"
import { ignoreAnswer } from "../../lib/use-operation"
import { useUnavailability } from "../../lib/use-operations"
import { ActionDrawer } from "../action-drawer"
import { DateField, LinkChannelsFieldset, NumberField, TextField } from "../form"

type ReserveOrderDrawerProps = {
  order: {
    readonly id: string
    readonly total: number
    readonly currency_code: string
  }
  unavailable: string | undefined
}

const NO_WAY: TextKey = "reservations.create.noWay"

const reserveSchema = z
  .object({
    byEmail: z.boolean(),
    bySms: z.boolean(),
    linkDueDate: optionalDate(),
    chargeValidityDays: requiredWholeNumber({ min: 1, max: 365 }),
    customerNotes: optionalText(500),
    organizationId: optionalOrganizationNumber(),
  })
  .refine(({ byEmail, bySms }) => byEmail || bySms, {
    path: ["byEmail"],
    message: NO_WAY,
  })

const reserveBody = (values: z.output<typeof reserveSchema>) => ({
  send_by: { sms: values.bySms, email: values.byEmail },
  charge_validity_days: values.chargeValidityDays,
  ...(values.linkDueDate && { link_due_date: writeDay(values.linkDueDate) }),
  ...(values.customerNotes && { customer_notes: values.customerNotes }),
  ...(values.organizationId && { organization_id: values.organizationId }),
})

/** Reserves an order's lines on the customer's card; lines and amounts are the server's. */
export const ReserveOrderDrawer = ({ order, unavailable }: ReserveOrderDrawerProps) => {
  const t = useTexts()
  const amountText = useAmountText()
  const switchedOff = useUnavailability("reservations.submit")
  const amount = amountText(order.total, order.currency_code)

  return (
    <ActionDrawer
      label={t("reservations.create.label")}
      icon={<Plus />}
      unavailable={switchedOff ?? unavailable}
      title={t("reservations.create.title")}
      description={t("reservations.create.description", { amount })}
      submitLabel={t("reservations.create.submit")}
      schema={reserveSchema}
      defaultValues={{
        byEmail: true,
        bySms: false,
        linkDueDate: null,
        chargeValidityDays: "90",
        customerNotes: "",
        organizationId: "",
      }}
      operation={{
        path: `/medusa-orders/${encodeURIComponent(order.id)}/reservations`,
        orderId: order.id,
      }}
      toBody={reserveBody}
      parse={ignoreAnswer}
      serverFields={{
        organization_id: "organizationId",
        "customerDetails.organizationId": "organizationId",
        link_due_date: "linkDueDate",
      }}
      confirm={() => ({
        title: t("reservations.create.confirmTitle"),
        description: t("reservations.create.confirm", { amount }),
        confirmText: t("reservations.create.submit"),
        variant: "confirmation",
      })}
      success={() => t("reservations.create.done")}
    >
      {({ control }) => (
        <>
          <LinkChannelsFieldset control={control} email="byEmail" sms="bySms" />
          <DateField
            control={control}
            name="linkDueDate"
            label={t("reservations.create.linkDue")}
            hint={t("reservations.create.linkDueHint")}
            min={new Date()}
            isOptional
          />
          <NumberField
            control={control}
            name="chargeValidityDays"
            label={t("reservations.create.validity")}
            hint={t("reservations.create.validityHint")}
          />
          <TextField
            control={control}
            name="customerNotes"
            label={t("reservations.create.notes")}
            hint={t("reservations.create.notesHint")}
            isOptional
          />
          <TextField
            control={control}
            name="organizationId"
            label={t("reservations.create.organization")}
            hint={t("reservations.create.organizationHint")}
            isOptional
          />
        </>
      )}
    </ActionDrawer>
  )
}
