import { Link } from "react-router-dom"
import { useLanguage } from "../texts/language"

/** Says that this is no real store. */
export const Footer = () => {
  const { texts } = useLanguage()
  return (
    <footer className="footer">
      <p>
        {texts.footer} <Link to="/terms">{texts.terms.title}</Link>
      </p>
    </footer>
  )
}
