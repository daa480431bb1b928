import { Table } from "@medusajs/ui"

import { useTexts } from "../../lib/texts"
import { Section } from "../section"
import { OptionValue } from "./option-value"
import type { OptionInForce } from "./settings-answer"

/** The options the running server uses. They are changed in the store's configuration, not here. */
export const OptionsSection = ({
  options,
}: {
  options: readonly OptionInForce[]
}) => {
  const t = useTexts()

  return (
    <Section
      title={t("settings.options.title")}
      description={t("settings.options.description")}
    >
      <div
        className="overflow-x-auto"
        tabIndex={0}
        role="region"
        aria-label={t("settings.options.title")}
      >
        <Table aria-label={t("settings.options.title")}>
          <Table.Header>
            <Table.Row>
              <Table.HeaderCell>{t("settings.options.name")}</Table.HeaderCell>
              <Table.HeaderCell>{t("settings.options.value")}</Table.HeaderCell>
              <Table.HeaderCell>
                {t("settings.options.meaning")}
              </Table.HeaderCell>
            </Table.Row>
          </Table.Header>
          <Table.Body>
            {options.map((option) => (
              <Table.Row key={option.name}>
                <Table.Cell className="py-3 align-top font-mono">
                  {option.name}
                </Table.Cell>
                <Table.Cell className="text-ui-fg-base whitespace-normal py-3 align-top [overflow-wrap:anywhere]">
                  <OptionValue option={option} />
                  {option.is_default && !option.secret && (
                    <span className="text-ui-fg-subtle block">
                      {t("settings.options.preset")}
                    </span>
                  )}
                </Table.Cell>
                <Table.Cell
                  lang="en"
                  className="min-w-64 whitespace-normal py-3 align-top"
                >
                  {option.description}
                </Table.Cell>
              </Table.Row>
            ))}
          </Table.Body>
        </Table>
      </div>
    </Section>
  )
}
