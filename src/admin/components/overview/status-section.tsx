import { Text } from "@medusajs/ui"
import { Link } from "react-router-dom"

import { useTexts } from "../../lib/texts"
import { OrderStatusBadge } from "../order-status-badge"
import { Section } from "../section"
import type { StatusCount } from "./overview-answer"
import { statusGroups } from "./status-groups"

/** How many invoice orders there are of each status; each leads to those. */
export const StatusSection = ({ statuses }: { statuses: readonly StatusCount[] }) => {
  const t = useTexts()
  const groups = statusGroups(statuses)

  return (
    <Section title={t("overview.statuses.title")} description={t("overview.statuses.description")}>
      {groups.length > 0 ? (
        <ul className="grid grid-cols-1 gap-2 px-6 py-4 sm:grid-cols-2">
          {groups.map(({ of, count, to }) => (
            <li key={to}>
              <Link
                to={to}
                className="shadow-elevation-card-rest bg-ui-bg-component hover:bg-ui-bg-component-hover focus-visible:shadow-borders-interactive-with-focus flex items-center justify-between rounded-md px-4 py-2.5 outline-none"
              >
                <OrderStatusBadge order={of} />
                <span className="txt-compact-medium-plus tabular-nums">{count}</span>
              </Link>
            </li>
          ))}
        </ul>
      ) : (
        <Text size="small" className="text-ui-fg-subtle px-6 py-4">
          {t("overview.statuses.none")}
        </Text>
      )}
    </Section>
  )
}
