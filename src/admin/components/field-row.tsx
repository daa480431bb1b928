import { Copy } from "@medusajs/ui"
import type { ReactNode } from "react"

type FieldRowProps = {
  label: string
  children: ReactNode
  /** Given when the value can be copied: what is copied, and the button's name for screen readers. */
  copy?: { content: string; label: string }
}

/** One fact about a record, as a term and its description; stands inside a `dl`. */
export const FieldRow = ({ label, children, copy }: FieldRowProps) => {
  return (
    <div className="text-ui-fg-subtle grid grid-cols-2 items-start gap-x-4 px-6 py-3.5">
      <dt className="txt-compact-small-plus">{label}</dt>
      <dd className="txt-compact-small flex min-w-0 items-start justify-between gap-x-2">
        <span className="text-pretty [overflow-wrap:anywhere]">{children}</span>
        {copy && (
          <Copy
            content={copy.content}
            aria-label={copy.label}
            className="text-ui-fg-subtle focus-visible:shadow-borders-focus flex h-5 shrink-0 items-center rounded-md outline-none"
          />
        )}
      </dd>
    </div>
  )
}
