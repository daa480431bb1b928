import { z } from "zod"

import { useTexts } from "../../lib/texts"
import { ignoreAnswer, operationPath } from "../../lib/use-operation"
import { useUnavailability } from "../../lib/use-operations"
import { ActionDrawer } from "../action-drawer"
import { PersonalNumberField, requiredPersonalNumber } from "./personal-number-field"

type CheckPersonDrawerProps = {
  /** The customer's phone, by which their history finds the check. */
  phone?: { countryCode: string; msisdn: string } | undefined
  /** Medusa's id of the customer. */
  customerId?: string | undefined
  variant?: "primary" | "secondary"
}

const schema = z.object({ personalId: requiredPersonalNumber() })

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
      schema={schema}
      defaultValues={{ personalId: "" }}
      operation={{ path: operationPath("credit-checks.private"), customerId }}
      toBody={({ personalId }) => ({
        body: { personalId, ...phone },
        ...(customerId !== undefined && { customer_id: customerId }),
      })}
      parse={ignoreAnswer}
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
