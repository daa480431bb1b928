import { z } from "zod"

import { requiredOrganizationNumber } from "../../lib/organization-number"
import { useTexts } from "../../lib/texts"
import { ignoreAnswer, operationPath } from "../../lib/use-operation"
import { useUnavailability } from "../../lib/use-operations"
import { ActionDrawer } from "../action-drawer"
import { TextField } from "../form"

type CheckCompanyDrawerProps = {
  /** Stands in the field at first. */
  organizationId?: string | undefined
  /** Medusa's id of the customer. */
  customerId?: string | undefined
}

const schema = z.object({ organizationId: requiredOrganizationNumber() })

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
      schema={schema}
      defaultValues={{ organizationId }}
      operation={{ path: operationPath("credit-checks.corporate"), customerId }}
      toBody={(values) => ({
        body: values,
        ...(customerId !== undefined && { customer_id: customerId }),
      })}
      parse={ignoreAnswer}
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
