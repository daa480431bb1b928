import { Badge } from "@medusajs/ui"

import { useTexts } from "../../lib/texts"
import type { OptionInForce } from "./settings-answer"

const written = (value: unknown): string => {
  if (typeof value === "string") {
    return value
  }
  return Array.isArray(value) ? value.map(written).join(", ") : JSON.stringify(value)
}

/** What an option is set to; a secret is never shown. */
export const OptionValue = ({ option }: { option: OptionInForce }) => {
  const t = useTexts()

  if (option.secret) {
    return (
      <Badge size="2xsmall" color={option.is_set ? "green" : "grey"}>
        {t(option.is_set ? "settings.options.set" : "settings.options.notSet")}
      </Badge>
    )
  }
  if (!option.is_set || option.value === null) {
    return <>{t("settings.options.notSet")}</>
  }
  if (typeof option.value === "boolean") {
    return <>{t(option.value ? "settings.options.yes" : "settings.options.no")}</>
  }
  return (
    <>
      {written(option.value)}
      {option.unit === "seconds" || option.unit === "milliseconds"
        ? ` ${option.unit === "seconds" ? "s" : "ms"}`
        : ""}
    </>
  )
}
