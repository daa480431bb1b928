import { clx } from "@medusajs/ui"
import { NavLink } from "react-router-dom"

import { type TextKey, useTexts } from "../lib/texts"

type Tabs = {
  readonly name: TextKey
  readonly tabs: readonly { readonly to: string; readonly text: TextKey }[]
}

const groups = {
  subscriptions: {
    name: "subscriptions.menu",
    tabs: [
      { to: "/e-invoice/subscriptions", text: "subscriptions.menu" },
      { to: "/e-invoice/failed-payments", text: "subscriptions.failed.menu" },
    ],
  },
  checks: {
    name: "navigation.checks",
    tabs: [
      { to: "/e-invoice/credit-checks", text: "creditChecks.menu" },
      { to: "/e-invoice/companies", text: "companies.menu" },
    ],
  },
} satisfies Record<string, Tabs>

/** Leads between the pages that share one entry of the menu. */
export const PageTabs = ({ of }: { of: keyof typeof groups }) => {
  const t = useTexts()
  const { name, tabs } = groups[of]

  return (
    <nav aria-label={t(name)} className="mb-3 flex gap-x-2">
      {tabs.map(({ to, text }) => (
        <NavLink
          key={to}
          to={to}
          className={({ isActive }) =>
            clx(
              "txt-compact-small-plus focus-visible:shadow-borders-focus rounded-full px-3 py-1.5 outline-none",
              isActive
                ? "bg-ui-bg-base text-ui-fg-base shadow-elevation-card-rest"
                : "text-ui-fg-subtle hover:text-ui-fg-base"
            )
          }
        >
          {t(text)}
        </NavLink>
      ))}
    </nav>
  )
}
