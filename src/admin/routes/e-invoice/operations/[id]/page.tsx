import { useParams } from "react-router-dom"

import { OperationPage as Operation } from "../../../../operations/page"
import { useTexts } from "../../../../lib/texts"

/** One operation in doubt. */
const OperationPage = () => {
  const { id = "" } = useParams()
  return <Operation id={id} />
}

export const handle = { breadcrumb: () => <Crumb /> }

const Crumb = () => {
  const t = useTexts()
  return <>{t("operations.page.crumb")}</>
}

export default OperationPage
