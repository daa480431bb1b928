import { Plus } from "@medusajs/icons"
import type { AdminOrder } from "@medusajs/framework/types"
import { useNavigate } from "react-router-dom"
import { z } from "zod"

import { ActionDrawer } from "../components/drawers"
import {
  DateField,
  LinkChannelsFieldset,
  NumberField,
  PhoneFields,
  TextField,
} from "../components/form"
import { useAmountText } from "../components/values"
import {
  optionalDate,
  optionalOrganizationNumber,
  optionalText,
  requiredServiceId,
  requiredWholeNumber,
  writeDay,
} from "../lib/form-values"
import { ignoreAnswer, operationPath, useUnavailability } from "../lib/operations"
import { useEInvoiceQuery } from "../lib/queries"
import { type TextKey, useTexts } from "../lib/texts"
import { useOutstanding } from "../orders/bill"
import { contactBody, contactSchema } from "../subscriptions/form-data"
import { useWhyNot } from "./actions"
import { type ChangeProps, readOrderReservations, readReservation } from "./data"

/** The reservations of a Medusa order, as they stand at the service now. */
export const useOrderReservations = (order: AdminOrder) =>
  useEInvoiceQuery(
    {
      path: `/medusa-orders/${encodeURIComponent(order.id)}/reservations`,
      isAlwaysFresh: true,
    },
    readOrderReservations
  )

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
export const ReserveOrderDrawer = ({ order }: { order: AdminOrder }) => {
  const t = useTexts()
  const amountText = useAmountText()
  const outstanding = useOutstanding(order).data
  const switchedOff = useUnavailability("reservations.submit")
  const amount = amountText(order.total, order.currency_code)
  const unavailable =
    order.status === "canceled"
      ? t("reservations.section.orderCancelled")
      : outstanding && outstanding.billable < order.total
        ? t("reservations.section.notOutstanding", {
            amount,
            outstanding: amountText(outstanding.billable, order.currency_code),
          })
        : undefined

  return (
    <ActionDrawer
      texts="reservations.create"
      values={{ amount }}
      icon={<Plus />}
      unavailable={switchedOff ?? unavailable}
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
      read={ignoreAnswer}
      serverFields={{
        organization_id: "organizationId",
        "customerDetails.organizationId": "organizationId",
        link_due_date: "linkDueDate",
      }}
      confirm={() => t("reservations.create.confirm", { amount })}
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

/** Sends the payment link again, to the customer's own contact unless another is written. */
export const ResendReservationDrawer = ({
  uuid,
  account,
  can,
}: Pick<ChangeProps, "uuid" | "account" | "can">) => {
  const t = useTexts()
  const unavailable = useWhyNot("resend", { account, can })

  return (
    <ActionDrawer
      texts="reservations.resend"
      unavailable={unavailable}
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

const followSchema = z.object({ uuid: requiredServiceId() })

/** Follows a reservation that was made elsewhere, by its identifier at the service. */
export const FollowDrawer = () => {
  const t = useTexts()
  const navigate = useNavigate()
  const switchedOff = useUnavailability("reservations.details")

  return (
    <ActionDrawer
      texts="reservations.follow"
      unavailable={switchedOff}
      schema={followSchema}
      defaultValues={{ uuid: "" }}
      operation={{ path: "/reservations/follow" }}
      read={readReservation}
      onSuccess={({ record }) =>
        void navigate(`/e-invoice/reservations/${encodeURIComponent(record.remote_uuid)}`)
      }
    >
      {({ control }) => (
        <TextField
          control={control}
          name="uuid"
          label={t("reservations.facts.id")}
          hint={t("reservations.follow.hint")}
        />
      )}
    </ActionDrawer>
  )
}
