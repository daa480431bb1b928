import { zodResolver } from "@hookform/resolvers/zod"
import { Button } from "@medusajs/ui"
import { useForm } from "react-hook-form"
import { z } from "zod"

import { requiredOrganizationNumber } from "../../lib/organization-number"
import { useTexts } from "../../lib/texts"
import { TextField } from "../form"

type CompanyLookupProps = {
  companyId: string | undefined
  onLookUp: (companyId: string) => void
}

const schema = z.object({ companyId: requiredOrganizationNumber() })

/** Which company the page is about. */
export const CompanyLookup = ({ companyId, onLookUp }: CompanyLookupProps) => {
  const t = useTexts()
  const { control, handleSubmit } = useForm({
    resolver: zodResolver(schema),
    defaultValues: { companyId: companyId ?? "" },
  })

  return (
    <form
      noValidate
      className="flex flex-wrap items-start gap-4 px-6 py-4"
      onSubmit={(event) => void handleSubmit((values) => onLookUp(values.companyId))(event)}
    >
      <div className="w-full max-w-72">
        <TextField
          control={control}
          name="companyId"
          label={t("companies.number")}
          hint={t("companies.numberHint")}
        />
      </div>
      <Button type="submit" variant="secondary" size="small" className="mt-7">
        {t("companies.lookUp")}
      </Button>
    </form>
  )
}
