import { Link } from "react-router-dom"
import { PageHeading } from "./page-heading"

/** For an address that leads nowhere. */
export const NotFoundPage = () => (
  <>
    <PageHeading>There is nothing here</PageHeading>
    <p>
      <Link to="/">See what we sell</Link>
    </p>
  </>
)
