import { PencilSquare } from "@medusajs/icons"

import { ActionDrawer, type DrawerForm } from "../components/drawers"
import { CheckboxField, PhoneFields, SelectField, TextField } from "../components/form"
import { FieldRow, Loaded } from "../components/section"
import { ignoreAnswer, operationPath, useUnavailability } from "../lib/operations"
import { useEInvoiceQuery } from "../lib/queries"
import { useTexts } from "../lib/texts"
import {
  type CustomerProfile,
  isCorporate,
  LANGUAGES,
  languageWords,
  readProfile,
  type ProfileAddress,
  profileBody,
  type ProfileInput,
  profileSchema,
  startProfile,
} from "./data"
import { CustomerCredit } from "./records"

type CustomerProfileSectionProps = {
  /** Of the customer at the service. */
  uuid: string
  /** Medusa's id of the customer. */
  customerId: string
}

/** What the service knows of a customer, a way to correct it, and their credit. */
export const CustomerProfileSection = ({ uuid, customerId }: CustomerProfileSectionProps) => {
  const t = useTexts()
  const profile = useEInvoiceQuery(
    {
      path: operationPath("customers.details"),
      query: { customer_uuid: uuid },
      isAlwaysFresh: true,
    },
    readProfile
  )

  return (
    <Loaded
      query={profile}
      loading={t("customers.loading")}
      rows={6}
      failed={t("customers.loadFailed")}
    >
      {(found) => (
        <>
          <ProfileFacts profile={found} />
          <div className="flex flex-wrap gap-2 px-6 py-4">
            <EditProfileDrawer
              profile={found}
              isLoading={profile.isFetching}
              customerId={customerId}
            />
          </div>
          <CustomerCredit profile={found} customerId={customerId} />
        </>
      )}
    </Loaded>
  )
}

type ProfileFactsProps = {
  profile: CustomerProfile
}

/** What the service knows of a customer. */
const ProfileFacts = ({ profile }: ProfileFactsProps) => {
  const t = useTexts()
  const unknown = t("fields.unknown")
  const language = LANGUAGES.find((code) => code === profile.preferredLanguage)
  const { billing, shipping } = profile.addresses ?? {}

  return (
    <dl className="divide-y divide-dashed">
      <FieldRow label={t("customers.contact.name")}>{profile.name ?? unknown}</FieldRow>
      <FieldRow label={t("customers.contact.kind")}>
        {isCorporate(profile)
          ? t("customers.contact.corporate", {
              number: profile.organizationId ?? unknown,
            })
          : t("customers.contact.private")}
      </FieldRow>
      <FieldRow label={t("customers.contact.email")}>{profile.email ?? unknown}</FieldRow>
      <FieldRow label={t("customers.contact.phone")}>
        {[profile.countryCode, profile.msisdn].filter(Boolean).join(" ") || unknown}
      </FieldRow>
      <FieldRow label={t("customers.contact.language")}>
        {language ? t(languageWords[language]) : unknown}
      </FieldRow>
      <FieldRow label={t("customers.contact.billing")}>
        <AddressText address={billing} />
      </FieldRow>
      <FieldRow label={t("customers.contact.shipping")}>
        {shipping === undefined ? (
          t("customers.contact.sameAddress")
        ) : (
          <AddressText address={shipping} />
        )}
      </FieldRow>
      <FieldRow
        label={t("customers.contact.id")}
        copy={{
          content: profile.uuid,
          label: t("customers.contact.copyId"),
        }}
      >
        {profile.uuid}
      </FieldRow>
    </dl>
  )
}

const AddressText = ({ address }: { address: ProfileAddress }) => {
  const t = useTexts()
  const lines = [
    address?.street,
    [address?.zip, address?.city].filter(Boolean).join(" "),
    address?.country,
  ].filter(Boolean)

  return <>{lines.length > 0 ? lines.join(", ") : t("fields.unknown")}</>
}

type EditProfileDrawerProps = {
  profile: CustomerProfile
  /** The profile is being read anew. */
  isLoading: boolean
  /** Medusa's id of the customer. */
  customerId: string
}

/** Changes what the service knows of a customer; Medusa's own customer stays as it is. */
const EditProfileDrawer = ({ profile, isLoading, customerId }: EditProfileDrawerProps) => {
  const t = useTexts()
  const corporate = isCorporate(profile)
  const operation = corporate ? "customers.update-corporate" : "customers.update-private"
  const unavailable = useUnavailability(operation)

  return (
    <ActionDrawer
      texts="customers.edit"
      icon={<PencilSquare />}
      variant="secondary"
      unavailable={unavailable}
      // All of it is sent: what stood there before a change would undo that change.
      loading={isLoading ? t("customers.loading") : undefined}
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
      read={ignoreAnswer}
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
