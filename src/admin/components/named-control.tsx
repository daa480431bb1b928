import { type ReactNode, useEffect, useRef } from "react"

type NamedControlProps = {
  /** What a screen reader calls the button inside. */
  label?: string
  children: ReactNode
}

/**
 * Gives a control of Medusa's table what it lacks for screen readers: a name for its button, and no mention of pictures
 * that only decorate.
 */
export const NamedControl = ({ label, children }: NamedControlProps) => {
  const ref = useRef<HTMLSpanElement>(null)

  useEffect(() => {
    if (label !== undefined) {
      ref.current?.querySelector("button")?.setAttribute("aria-label", label)
    }
    ref.current
      ?.querySelectorAll('[role="img"]:not([aria-label])')
      .forEach((picture) => picture.setAttribute("aria-hidden", "true"))
  })

  return (
    <span ref={ref} className="contents">
      {children}
    </span>
  )
}
