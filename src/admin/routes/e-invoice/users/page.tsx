import { UsersTable } from "../../../account/users"
import { useTexts } from "../../../lib/texts"

/** Users of the service's own portal. */
const UsersPage = () => <UsersTable />

export const handle = { breadcrumb: () => <Crumb /> }

const Crumb = () => {
  const t = useTexts()
  return <>{t("users.menu")}</>
}

export default UsersPage
