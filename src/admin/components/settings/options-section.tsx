import { Table } from "@medusajs/ui"

import { useTexts } from "../../lib/texts"
import { ScrolledTable } from "../scrolled-table"
import { Section } from "../section"
import { OptionValue } from "./option-value"
import type { OptionInForce } from "./settings-answer"

/** The options the running server uses. They are changed in the store's configuration, not here. */
export const OptionsSection = ({ options }: { options: readonly OptionInForce[] }) => {
  const t = useTexts()

  return (
    <Section title={t("settings.options.title")} description={t("settings.options.description")}>
      <ScrolledTable
        title={t("settings.options.title")}
        heads={[
          { text: t("settings.options.name") },
          { text: t("settings.options.value") },
          { text: t("settings.options.meaning") },
        ]}
      >
        {options.map((option) => (
          <Table.Row key={option.name}>
            <Table.Cell className="py-3 align-top font-mono">{option.name}</Table.Cell>
            <Table.Cell className="text-ui-fg-base whitespace-normal py-3 align-top [overflow-wrap:anywhere]">
              <OptionValue option={option} />
              {option.is_default && !option.secret && (
                <span className="text-ui-fg-subtle block">{t("settings.options.preset")}</span>
              )}
            </Table.Cell>
            <Table.Cell lang="en" className="min-w-64 whitespace-normal py-3 align-top">
              {option.description}
            </Table.Cell>
          </Table.Row>
        ))}
      </ScrolledTable>
    </Section>
  )
}
