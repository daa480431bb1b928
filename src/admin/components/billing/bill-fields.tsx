import type { Control } from "react-hook-form"
import type { z } from "zod"

import type { billSchema, BillWay, needs } from "../../lib/bill-form"
import { type TextKey, useTexts } from "../../lib/texts"
import { DateField, LinkChannelsFieldset, SelectField, TextField } from "../form"

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
export const BillFields = ({
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
