import { Heading } from "@medusajs/ui"
import type { ReactNode } from "react"

type PartProps = {
  title: string
  actions?: ReactNode
  children: ReactNode
}

/** A part within a narrow widget, with a heading below the widget's own. */
export const Part = ({ title, actions, children }: PartProps) => (
  <div>
    <div className="flex flex-wrap items-center justify-between gap-2 px-6 py-4">
      <Heading level="h3">{title}</Heading>
      {actions}
    </div>
    {children}
  </div>
)
