import { PencilSquare } from "@medusajs/icons"

import { useTexts } from "../../lib/texts"
import { ignoreAnswer, operationPath } from "../../lib/use-operation"
import { useUnavailability } from "../../lib/use-operations"
import { ActionDrawer } from "../action-drawer"
import type { DrawerForm } from "../action-form"
import { CheckboxField, SelectField, TextField } from "../form"
import { type CustomerProfile, isCorporate } from "./customer-data"
import { languageWords } from "./language-words"
import { PhoneFields } from "./phone-fields"
import {
  LANGUAGES,
  profileBody,
  type ProfileInput,
  profileSchema,
  startProfile,
} from "./profile-form"

type EditProfileDrawerProps = {
  profile: CustomerProfile
  /** The profile is being read anew. */
  isLoading: boolean
  /** Medusa's id of the customer. */
  customerId: string
}

/** Changes what the service knows of a customer; Medusa's own customer stays as it is. */
export const EditProfileDrawer = ({ profile, isLoading, customerId }: EditProfileDrawerProps) => {
  const t = useTexts()
  const corporate = isCorporate(profile)
  const operation = corporate ? "customers.update-corporate" : "customers.update-private"
  const unavailable = useUnavailability(operation)

  return (
    <ActionDrawer
      label={t("customers.edit.label")}
      icon={<PencilSquare />}
      variant="secondary"
      unavailable={unavailable}
      // All of it is sent: what stood there before a change would undo that change.
      loading={isLoading ? t("customers.loading") : undefined}
      title={t("customers.edit.title")}
      description={t("customers.edit.description")}
      submitLabel={t("customers.edit.submit")}
      schema={profileSchema}
      defaultValues={startProfile(profile)}
      operation={{
        path: operationPath(operation),
        params: { customer_uuid: profile.uuid },
        customerId,
      }}
      toBody={(values) => ({
        body: profileBody(values, corporate),
        customer_id: customerId,
      })}
      parse={ignoreAnswer}
      success={() => t("customers.edit.done")}
    >
      {(form) => (
        <>
          <TextField control={form.control} name="name" label={t("customers.contact.name")} />
          {corporate && (
            <TextField
              control={form.control}
              name="organizationId"
              label={t("companies.number")}
              isOptional
            />
          )}
          <TextField
            control={form.control}
            name="email"
            type="email"
            label={t("customers.contact.email")}
          />
          <PhoneFields control={form.control} />
          <SelectField
            control={form.control}
            name="preferredLanguage"
            label={t("customers.contact.language")}
            options={LANGUAGES.map((value) => ({
              value,
              label: t(languageWords[value]),
            }))}
          />
          <AddressFields form={form} of="billing" />
          <CheckboxField
            control={form.control}
            name="hasShipping"
            label={t("customers.edit.hasShipping")}
          />
          {form.watch().hasShipping && <AddressFields form={form} of="shipping" />}
        </>
      )}
    </ActionDrawer>
  )
}

type AddressFieldsProps = {
  form: DrawerForm<ProfileInput>
  of: "billing" | "shipping"
}

const AddressFields = ({ form: { control }, of }: AddressFieldsProps) => {
  const t = useTexts()

  return (
    <fieldset className="flex flex-col gap-y-4">
      <legend className="txt-compact-small-plus mb-2">
        {of === "billing" ? t("customers.contact.billing") : t("customers.contact.shipping")}
      </legend>
      <TextField control={control} name={`${of}.street`} label={t("customers.edit.street")} />
      <div className="grid grid-cols-[7rem_1fr] gap-x-4">
        <TextField control={control} name={`${of}.zip`} label={t("customers.edit.zip")} />
        <TextField control={control} name={`${of}.city`} label={t("customers.edit.city")} />
      </div>
      <TextField
        control={control}
        name={`${of}.country`}
        label={t("customers.edit.country")}
        hint={t("customers.edit.countryHint")}
      />
    </fieldset>
  )
}
