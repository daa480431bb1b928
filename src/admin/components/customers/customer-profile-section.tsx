import { useTexts } from "../../lib/texts"
import { useEInvoiceQuery } from "../../lib/use-e-invoice-query"
import { operationPath } from "../../lib/use-operation"
import { LoadFailure } from "../load-failure"
import { LoadingRows } from "../loading-rows"
import { CustomerCredit } from "./customer-credit"
import { parseProfile } from "./customer-data"
import { EditProfileDrawer } from "./edit-profile-drawer"
import { ProfileFacts } from "./profile-facts"

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
    parseProfile
  )

  if (!profile.data) {
    return profile.isError ? (
      <LoadFailure
        title={t("customers.loadFailed")}
        error={profile.error}
        isRetrying={profile.isFetching}
        onRetry={() => void profile.refetch()}
      />
    ) : (
      <LoadingRows label={t("customers.loading")} rows={6} />
    )
  }

  return (
    <>
      <ProfileFacts profile={profile.data} />
      <div className="flex flex-wrap gap-2 px-6 py-4">
        <EditProfileDrawer
          profile={profile.data}
          isLoading={profile.isFetching}
          customerId={customerId}
        />
      </div>
      <CustomerCredit profile={profile.data} customerId={customerId} />
    </>
  )
}
