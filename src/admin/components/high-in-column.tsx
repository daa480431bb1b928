import { useQuery } from "@tanstack/react-query"
import type { ReactNode } from "react"

import { sdk } from "../lib/request"

type HighInColumnProps = {
  /** The `id` of the widget's config. */
  readonly widget: string
  /** The page's layout: the first part of the widget's zone. */
  readonly layout: string
  readonly children: ReactNode
}

/**
 * Puts a widget above Medusa's own sections of its column: Medusa has no zone there, and lists widgets after its own. Where
 * staff have arranged the page themselves, theirs is the order.
 */
export const HighInColumn = ({ widget, layout, children }: HighInColumnProps) => {
  const isArranged = useArranged(layout)(widget)

  return (
    <div className="flex flex-col empty:hidden" style={isArranged ? {} : { order: -1 }}>
      {children}
    </div>
  )
}

/** Whether staff have given a widget a place of their own, as the dashboard's layout editor keeps it. */
const useArranged = (layout: string): ((widget: string) => boolean) => {
  const { data } = useQuery({
    // The dashboard's own key: it has asked already.
    queryKey: [["layouts"], "configuration", layout],
    queryFn: () => sdk.admin.layouts.retrieveConfiguration(layout),
    retry: false,
  })
  const kept = (data?.personal_configuration ?? data?.default_configuration)?.configuration

  return (widget) => kept?.widgets?.[`widget:${widget}`]?.order !== undefined
}
