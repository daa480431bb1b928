import { defineRouteConfig } from "@medusajs/admin-sdk"
import { Receipt } from "@medusajs/icons"

import { Settings } from "../../../settings/page"
import { useTexts } from "../../../lib/texts"

/** Whether the plugin is set up well, and how. */
const SettingsPage = () => <Settings />

export const config = defineRouteConfig({
  label: "settings.menu",
  icon: Receipt,
  translationNs: "eInvoice",
})

export const handle = { breadcrumb: () => <Crumb /> }

const Crumb = () => {
  const t = useTexts()
  return <>{t("settings.menu")}</>
}

export default SettingsPage
