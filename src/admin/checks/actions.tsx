import { Input } from "@medusajs/ui"
import type { FieldPath, FieldValues } from "react-hook-form"
import { z } from "zod"

import { ActionDrawer } from "../components/drawers"
import { type FieldProps, FormField, TextField } from "../components/form"
import {
  requiredOrganizationNumber,
  requiredWebAddress,
  withoutSeparators,
} from "../lib/form-values"
import { ignoreAnswer, operationPath, useUnavailability } from "../lib/operations"
import { type TextKey, useTexts } from "../lib/texts"
import { readStarted } from "./data"

type CheckPersonDrawerProps = {
  /** The customer's phone, by which their history finds the check. */
  phone?: { countryCode: string; msisdn: string } | undefined
  /** Medusa's id of the customer. */
  customerId?: string | undefined
  variant?: "primary" | "secondary"
}

const ELEVEN_DIGITS: TextKey = "creditChecks.create.elevenDigits"

/** A personal number as typed; spaces and hyphens are fine. */
const requiredPersonalNumber = () =>
  z
    .string()
    .transform(withoutSeparators)
    .pipe(z.string().regex(/^\d{11}$/, ELEVEN_DIGITS))

const personSchema = z.object({ personalId: requiredPersonalNumber() })

/** Checks a private person by their personal number, which is sent once and kept nowhere. */
export const CheckPersonDrawer = ({
  phone,
  customerId,
  variant = "secondary",
}: CheckPersonDrawerProps) => {
  const t = useTexts()
  const unavailable = useUnavailability("credit-checks.private")

  return (
    <ActionDrawer
      label={
        customerId === undefined ? t("creditChecks.create.person") : t("creditChecks.create.submit")
      }
      variant={variant}
      unavailable={unavailable}
      title={t("creditChecks.create.personTitle")}
      description={t("creditChecks.create.personDescription")}
      submitLabel={t("creditChecks.create.submit")}
      schema={personSchema}
      defaultValues={{ personalId: "" }}
      operation={{ path: operationPath("credit-checks.private"), customerId }}
      toBody={({ personalId }) => ({
        body: { personalId, ...phone },
        ...(customerId !== undefined && { customer_id: customerId }),
      })}
      read={ignoreAnswer}
      confirm={() => ({
        title: t("creditChecks.create.confirmTitle"),
        description: t("creditChecks.create.confirmPerson"),
        confirmText: t("creditChecks.create.submit"),
        variant: "confirmation",
      })}
      success={() => t("creditChecks.create.done")}
    >
      {({ control }) => (
        <PersonalNumberField
          control={control}
          name="personalId"
          label={t("creditChecks.create.personalNumber")}
          hint={t("creditChecks.create.personalNumberHint")}
        />
      )}
    </ActionDrawer>
  )
}

/** A personal number. Neither the browser nor a password manager is to keep it. */
const PersonalNumberField = <Values extends FieldValues, Name extends FieldPath<Values>>(
  field: FieldProps<Values, Name>
) => (
  <FormField {...field}>
    {({ name: _name, ...input }, wiring) => (
      <Input
        {...input}
        {...wiring}
        inputMode="numeric"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        data-1p-ignore
        data-lpignore="true"
      />
    )}
  </FormField>
)

type CheckCompanyDrawerProps = {
  /** Stands in the field at first. */
  organizationId?: string | undefined
  /** Medusa's id of the customer. */
  customerId?: string | undefined
}

const companySchema = z.object({ organizationId: requiredOrganizationNumber() })

/** Checks a company's credit by its organization number. */
export const CheckCompanyDrawer = ({
  organizationId = "",
  customerId,
}: CheckCompanyDrawerProps) => {
  const t = useTexts()
  const unavailable = useUnavailability("credit-checks.corporate")

  return (
    <ActionDrawer
      label={
        customerId === undefined
          ? t("creditChecks.create.company")
          : t("creditChecks.create.submit")
      }
      variant="secondary"
      unavailable={unavailable}
      title={t("creditChecks.create.companyTitle")}
      description={t("creditChecks.create.companyDescription")}
      submitLabel={t("creditChecks.create.submit")}
      schema={companySchema}
      defaultValues={{ organizationId }}
      operation={{ path: operationPath("credit-checks.corporate"), customerId }}
      toBody={(values) => ({
        body: values,
        ...(customerId !== undefined && { customer_id: customerId }),
      })}
      read={ignoreAnswer}
      confirm={() => ({
        title: t("creditChecks.create.confirmTitle"),
        description: t("creditChecks.create.confirmCompany"),
        confirmText: t("creditChecks.create.submit"),
        variant: "confirmation",
      })}
      success={() => t("creditChecks.create.done")}
    >
      {({ control }) => (
        <TextField
          control={control}
          name="organizationId"
          label={t("companies.number")}
          hint={t("companies.numberHint")}
        />
      )}
    </ActionDrawer>
  )
}

type StartVerificationDrawerProps = {
  /** Stands in the field at first. */
  companyId?: string | undefined
  onStarted: (url: string) => void
}

const verificationSchema = z.object({
  companyId: requiredOrganizationNumber(),
  success: requiredWebAddress(),
  failure: requiredWebAddress(),
})

/** Has a company's person identify themselves by a link that the merchant passes on. */
export const StartVerificationDrawer = ({
  companyId = "",
  onStarted,
}: StartVerificationDrawerProps) => {
  const t = useTexts()
  const unavailable = useUnavailability("companies.check")

  return (
    <ActionDrawer
      texts="companies.verify"
      variant="primary"
      unavailable={unavailable}
      schema={verificationSchema}
      defaultValues={{ companyId, success: "", failure: "" }}
      operation={{ path: operationPath("companies.check") }}
      toBody={(values) => ({
        body: {
          companyId: values.companyId,
          callback: { success: values.success, failure: values.failure },
        },
      })}
      serverFields={{
        "callback.success": "success",
        "callback.failure": "failure",
      }}
      read={readStarted}
      confirm={() => t("companies.verify.confirm")}
      onSuccess={({ url }) => onStarted(url)}
    >
      {({ control }) => (
        <>
          <TextField
            control={control}
            name="companyId"
            label={t("companies.number")}
            hint={t("companies.numberHint")}
          />
          <TextField
            control={control}
            name="success"
            label={t("companies.verify.success")}
            hint={t("companies.verify.successHint")}
          />
          <TextField
            control={control}
            name="failure"
            label={t("companies.verify.failure")}
            hint={t("companies.verify.failureHint")}
          />
        </>
      )}
    </ActionDrawer>
  )
}
