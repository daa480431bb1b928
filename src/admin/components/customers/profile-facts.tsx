import { useTexts } from "../../lib/texts"
import { FieldRow } from "../field-row"
import { type CustomerProfile, isCorporate, type ProfileAddress } from "./customer-data"
import { languageWords } from "./language-words"
import { LANGUAGES } from "./profile-form"

type ProfileFactsProps = {
  profile: CustomerProfile
}

/** What the service knows of a customer. */
export const ProfileFacts = ({ profile }: ProfileFactsProps) => {
  const t = useTexts()
  const unknown = t("fields.unknown")
  const language = LANGUAGES.find((code) => code === profile.preferredLanguage)
  const { billing, shipping } = profile.addresses

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
        {shipping === null ? (
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
