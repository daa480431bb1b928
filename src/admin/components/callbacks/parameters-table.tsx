import { Table, Text } from "@medusajs/ui"

import { useTexts } from "../../lib/texts"

type ParametersTableProps = {
  parameters: Readonly<Record<string, unknown>>
}

const written = (value: unknown): string =>
  Array.isArray(value) ? value.map(String).join(", ") : String(value)

/** What a callback carried, as it came. */
export const ParametersTable = ({ parameters }: ParametersTableProps) => {
  const t = useTexts()
  const entries = Object.entries(parameters)

  if (entries.length === 0) {
    return (
      <Text size="small" className="text-ui-fg-subtle px-6 py-4">
        {t("callbacks.page.noParameters")}
      </Text>
    )
  }
  return (
    <Table aria-label={t("callbacks.page.parameters")}>
      <Table.Header>
        <Table.Row>
          <Table.HeaderCell>{t("callbacks.page.name")}</Table.HeaderCell>
          <Table.HeaderCell>{t("callbacks.page.value")}</Table.HeaderCell>
        </Table.Row>
      </Table.Header>
      <Table.Body>
        {entries.map(([name, value]) => (
          <Table.Row key={name}>
            <Table.Cell className="font-mono">{name}</Table.Cell>
            <Table.Cell className="whitespace-normal py-2 font-mono [overflow-wrap:anywhere]">
              {written(value)}
            </Table.Cell>
          </Table.Row>
        ))}
      </Table.Body>
    </Table>
  )
}
