import { useLanguage } from "../texts/language"
import { PageHeading } from "./page-heading"

/** What a shopper accepts with an order. */
export const TermsPage = () => {
  const { title, sections } = useLanguage().texts.terms
  return (
    <>
      <PageHeading>{title}</PageHeading>
      <div className="card terms">
        {sections.map(([heading, text]) => (
          <section key={heading}>
            <h2>{heading}</h2>
            <p>{text}</p>
          </section>
        ))}
      </div>
    </>
  )
}
