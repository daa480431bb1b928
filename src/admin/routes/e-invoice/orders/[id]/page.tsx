import { useParams } from "react-router-dom"

import { OrderPage } from "../../../../orders/page"
import { useTexts } from "../../../../lib/texts"

/** An e-invoice order that has no page in Medusa. */
const InvoiceOrderPage = () => {
  const { id = "" } = useParams()
  return <OrderPage id={id} />
}

export const handle = { breadcrumb: () => <Crumb /> }

const Crumb = () => {
  const t = useTexts()
  return <>{t("invoiceOrders.page.crumb")}</>
}

export default InvoiceOrderPage
