import { Plus } from "@medusajs/icons"
import { useState } from "react"
import { z } from "zod"

import { optionalText, requiredChoice, requiredEmail, requiredText } from "../../lib/form-values"
import { useTexts } from "../../lib/texts"
import { ignoreAnswer, operationPath } from "../../lib/use-operation"
import { useUnavailability } from "../../lib/use-operations"
import { ActionDrawer } from "../action-drawer"
import { languageWords } from "../customers/language-words"
import { PhoneFields } from "../customers/phone-fields"
import { requiredCallingCode, requiredPhoneNumber } from "../customers/phone-form"
import { LANGUAGES } from "../customers/profile-form"
import { CheckboxField, SelectField, TextField } from "../form"
import { RoleField } from "./role-field"
import { ROLES } from "./role-words"

const schema = z.object({
  role: requiredChoice(ROLES),
  name: requiredText(200),
  email: requiredEmail(),
  countryCode: requiredCallingCode(),
  msisdn: requiredPhoneNumber(),
  designation: optionalText(100),
  preferredLanguage: requiredChoice(LANGUAGES),
  sendEmail: z.boolean(),
})

/** Creates somebody who can sign in to the service's own portal. */
export const CreateUserDrawer = () => {
  const t = useTexts()
  const unavailable = useUnavailability("users.create")
  const [role, setRole] = useState<string>("user")

  return (
    <ActionDrawer
      label={t("users.create.label")}
      icon={<Plus />}
      variant="primary"
      unavailable={unavailable}
      title={t("users.create.title")}
      description={t("users.create.description")}
      submitLabel={t("users.create.submit")}
      schema={schema}
      defaultValues={{
        role: "user",
        name: "",
        email: "",
        countryCode: "+47",
        msisdn: "",
        designation: "",
        preferredLanguage: "no",
        sendEmail: true,
      }}
      operation={{ path: operationPath("users.create"), params: { userRoleSlug: role } }}
      toBody={({ role: _role, ...person }) => ({ body: person })}
      parse={ignoreAnswer}
      confirm={(values) => ({
        title: t("users.create.confirmTitle"),
        description:
          values.role === "business-admin"
            ? t("users.create.confirmAdmin")
            : t("users.create.confirmUser"),
        confirmText: t("users.create.submit"),
        variant: "confirmation",
      })}
      success={() => t("users.create.done")}
    >
      {(form) => (
        <>
          <RoleField control={form.control} role={form.watch().role} onRole={setRole} />
          <TextField control={form.control} name="name" label={t("customers.contact.name")} />
          <TextField
            control={form.control}
            name="email"
            type="email"
            label={t("customers.contact.email")}
          />
          <PhoneFields control={form.control} />
          <TextField
            control={form.control}
            name="designation"
            label={t("users.create.designation")}
            isOptional
          />
          <SelectField
            control={form.control}
            name="preferredLanguage"
            label={t("customers.contact.language")}
            options={LANGUAGES.map((value) => ({
              value,
              label: t(languageWords[value]),
            }))}
          />
          <CheckboxField
            control={form.control}
            name="sendEmail"
            label={t("users.create.sendEmail")}
          />
        </>
      )}
    </ActionDrawer>
  )
}
