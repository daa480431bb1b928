import { z } from "zod"

import { requiredWebAddress } from "../../lib/form-values"
import { requiredOrganizationNumber } from "../../lib/organization-number"
import { useTexts } from "../../lib/texts"
import { operationPath } from "../../lib/use-operation"
import { useUnavailability } from "../../lib/use-operations"
import { ActionDrawer } from "../action-drawer"
import { TextField } from "../form"
import { parseStarted } from "./company-data"

type StartVerificationDrawerProps = {
  /** Stands in the field at first. */
  companyId?: string | undefined
  onStarted: (url: string) => void
}

const schema = z.object({
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
      label={t("companies.verify.label")}
      variant="primary"
      unavailable={unavailable}
      title={t("companies.verify.title")}
      description={t("companies.verify.description")}
      submitLabel={t("companies.verify.submit")}
      schema={schema}
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
      parse={parseStarted}
      confirm={() => ({
        title: t("companies.verify.confirmTitle"),
        description: t("companies.verify.confirm"),
        confirmText: t("companies.verify.submit"),
        variant: "confirmation",
      })}
      success={() => t("companies.verify.done")}
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
