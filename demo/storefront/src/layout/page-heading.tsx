import { useEffect, useRef } from "react"
import { useLocation } from "react-router-dom"

/** What react-router calls the first page of a visit. */
const FIRST_PLACE = "default"

/**
 * Heading of a page. Takes the focus when the shopper has gone from another page to this one, as loading a page would,
 * so that keyboard and screen reader begin at its top.
 */
export const PageHeading = ({ children }: { children: string }) => {
  const heading = useRef<HTMLHeadingElement>(null)
  const { key } = useLocation()
  useEffect(() => {
    document.title = `${children} – Fjord & Fjell`
    if (key !== FIRST_PLACE) {
      heading.current?.focus()
    }
  }, [children, key])
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  )
}
