import { Link } from "react-router-dom"
import { useLanguage } from "../texts/language"
import { PageHeading } from "./page-heading"

/** For an address that leads nowhere. */
export const NotFoundPage = () => {
  const { texts } = useLanguage()
  return (
    <>
      <PageHeading>{texts.notFound}</PageHeading>
      <p>
        <Link to="/">{texts.seeGoods}</Link>
      </p>
    </>
  )
}
