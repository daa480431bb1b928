import { useParams } from "react-router-dom"

import { CallbackPage as Callback } from "../../../../callbacks/page"
import { useTexts } from "../../../../lib/texts"

/** One call with which the service reported something. */
const CallbackPage = () => {
  const { id = "" } = useParams()
  return <Callback id={id} />
}

export const handle = { breadcrumb: () => <Crumb /> }

const Crumb = () => {
  const t = useTexts()
  return <>{t("callbacks.page.crumb")}</>
}

export default CallbackPage
