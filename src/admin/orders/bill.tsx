import type { AdminOrder } from "@medusajs/framework/types"
import { Heading, Text } from "@medusajs/ui"
import { useId } from "react"
import type { Control } from "react-hook-form"
import type { z } from "zod"

import { ActionDrawer } from "../components/drawers"
import { DateField, LinkChannelsFieldset, SelectField, TextField } from "../components/form"
import { FieldRow, LoadFailure } from "../components/section"
import { Amount, useAmountText } from "../components/values"
import { ignoreAnswer, useUnavailability } from "../lib/operations"
import { sumOf } from "../lib/form-values"
import { useEInvoiceQuery } from "../lib/queries"
import { notBillableText } from "../lib/refusals"
import { type TextKey, useTexts } from "../lib/texts"
import {
  billBody,
  billSchema,
  type BillWay,
  needs,
  type OutstandingOfOrder,
  readOutstanding,
} from "./bill-form"
import { hasPhone, orderRevision } from "./data"

/** The outstanding part of a Medusa order; undefined while that is not known. */
export const useOutstanding = (order: AdminOrder) =>
  useEInvoiceQuery(
    {
      path: `/medusa-orders/${encodeURIComponent(order.id)}/bill`,
      revision: `${orderRevision(order)} ${order.summary?.pending_difference ?? ""}`,
      keepsPrevious: true,
    },
    readOutstanding
  )

/** Whether anything is worth saying about what is outstanding: it is, and the order stands. */
export const hasOutstanding = ({
  pending,
  not_billable,
  reserved_beyond,
  set_off_beyond,
  marked_beyond,
  charged_beyond,
  reserved_goodwill,
}: OutstandingOfOrder): boolean =>
  [pending, reserved_beyond, set_off_beyond, marked_beyond, charged_beyond, reserved_goodwill].some(
    (amount) => amount > 0
  ) && not_billable !== "cancelled"

type OutstandingSectionProps = {
  order: AdminOrder
  outstanding: ReturnType<typeof useOutstanding>
}

/** What is outstanding of an order, how much of it the customer has been asked for, and the way to ask for the rest. */
export const OutstandingSection = ({ order, outstanding }: OutstandingSectionProps) => {
  const t = useTexts()
  const amountText = useAmountText()
  const headingId = useId()
  const { data } = outstanding

  if (outstanding.error && !data) {
    return <LoadFailure title={t("billing.loadFailed")} query={outstanding} />
  }
  if (!data || !hasOutstanding(data)) {
    return null
  }

  const asked = sumOf(data.open.map(({ amount }) => amount))
  const capturedBeyond = sumOf([data.reserved_beyond, -data.capturable_beyond])
  const isSetOff = data.set_off_beyond > capturedBeyond
  const reason = notBillableText(data.not_billable)

  return (
    <section aria-labelledby={headingId} className="divide-y divide-dashed">
      <Heading level="h2" id={headingId} className="px-6 py-4">
        {t("billing.title")}
      </Heading>
      {data.pending > 0 && (
        <dl className="divide-y divide-dashed">
          <FieldRow label={t("billing.pending")}>
            <Amount value={data.pending} currencyCode={data.currency_code} />
          </FieldRow>
          <FieldRow label={t("billing.asked")}>
            <Amount value={asked} currencyCode={data.currency_code} />
          </FieldRow>
          <FieldRow label={t("billing.rest")}>
            <Amount value={data.billable} currencyCode={data.currency_code} />
          </FieldRow>
        </dl>
      )}
      <div className="bg-ui-bg-subtle flex flex-col items-start gap-y-2 rounded-b-lg px-6 py-4">
        <BillDrawer
          order={order}
          amount={data.billable}
          currencyCode={data.currency_code}
          unavailable={reason && t(reason)}
        />
        {data.capturable_beyond > 0 && (
          <Text size="small" leading="compact" className="text-ui-fg-error">
            {t("billing.capturableBeyond", {
              amount: amountText(data.capturable_beyond, data.currency_code),
            })}
          </Text>
        )}
        {isSetOff && (
          <Text size="small" leading="compact" className="text-ui-fg-error">
            {t("billing.setOffBeyond", {
              amount: amountText(data.set_off_beyond, data.currency_code),
            })}
          </Text>
        )}
        {capturedBeyond > 0 && !isSetOff && (
          <Text size="small" leading="compact" className="text-ui-fg-error">
            {t("billing.capturedBeyond", {
              amount: amountText(capturedBeyond, data.currency_code),
            })}
          </Text>
        )}
        {data.marked_beyond > 0 && (
          <Text size="small" leading="compact" className="text-ui-fg-error">
            {t("billing.markedBeyond", {
              amount: amountText(data.marked_beyond, data.currency_code),
            })}
          </Text>
        )}
        {data.charged_beyond > 0 && (
          <Text size="small" leading="compact" className="text-ui-fg-subtle">
            {t("billing.chargedBeyond", {
              amount: amountText(data.charged_beyond, data.currency_code),
            })}
          </Text>
        )}
        {data.reserved_goodwill > 0 && (
          <Text size="small" leading="compact" className="text-ui-fg-subtle">
            {t("billing.reservedGoodwill", {
              amount: amountText(data.reserved_goodwill, data.currency_code),
            })}
          </Text>
        )}
        {data.waits_for_parcels && (
          <Text size="small" leading="compact" className="text-ui-fg-subtle">
            {t("billing.waitsForParcels")}
          </Text>
        )}
        {reason && (
          <Text size="small" leading="compact" className="text-ui-fg-subtle">
            {t(reason)}
          </Text>
        )}
      </div>
    </section>
  )
}

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
const BillDrawer = ({ order, amount, currencyCode, unavailable }: BillDrawerProps) => {
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
        currencyCode,
      }}
      toBody={billBody}
      read={ignoreAnswer}
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

type BillInput = z.input<typeof billSchema>

type BillFieldsProps = {
  control: Control<BillInput, unknown, unknown>
  by: BillWay
  needs: ReturnType<typeof needs>
  /** The order names no phone number, which every bill needs. */
  asksForPhone: boolean
}

const hints: Readonly<Record<BillWay, TextKey>> = {
  "payment-link": "billing.hint.paymentLink",
  invoice: "billing.hint.invoice",
  "e-invoice": "billing.hint.eInvoice",
  "ehf-invoice": "billing.hint.ehfInvoice",
  reservation: "billing.hint.reservation",
}

/** How to bill, and what the chosen way needs to be told. */
const BillFields = ({
  control,
  by,
  needs: { personalNumber, organizationId, link },
  asksForPhone,
}: BillFieldsProps) => {
  const t = useTexts()

  return (
    <>
      <SelectField
        control={control}
        name="by"
        label={t("billing.by")}
        hint={t(hints[by])}
        options={[
          { value: "payment-link", label: t("billing.way.paymentLink") },
          { value: "invoice", label: t("billing.way.invoice") },
          { value: "e-invoice", label: t("billing.way.eInvoice") },
          { value: "ehf-invoice", label: t("billing.way.ehfInvoice") },
          { value: "reservation", label: t("billing.way.reservation") },
        ]}
      />
      {personalNumber !== "none" && (
        <TextField
          control={control}
          name="personalNumber"
          label={t("billing.personalNumber")}
          hint={t("billing.personalNumberHint")}
          isOptional={personalNumber === "possible"}
        />
      )}
      {organizationId !== "none" && (
        <TextField
          control={control}
          name="organizationId"
          label={t("billing.organizationId")}
          hint={organizationId === "possible" ? t("billing.organizationIdHint") : undefined}
          isOptional={organizationId === "possible"}
        />
      )}
      {link && (
        <>
          <LinkChannelsFieldset control={control} email="email" sms="sms" />
          <DateField
            control={control}
            name="due"
            label={t("orderActions.due")}
            hint={t("orderActions.dueHint")}
            min={new Date()}
            isOptional
          />
        </>
      )}
      {by !== "reservation" && asksForPhone && (
        <TextField
          control={control}
          name="phone"
          type="tel"
          label={t("orderActions.phone")}
          hint={t("billing.phoneHint")}
        />
      )}
      {by !== "reservation" && (
        <TextField
          control={control}
          name="reference"
          label={t("orderActions.reference")}
          hint={t("orderActions.referenceHint")}
          isOptional
        />
      )}
    </>
  )
}
