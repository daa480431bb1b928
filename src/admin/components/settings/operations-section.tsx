import { Badge, Input, Table, Text } from "@medusajs/ui"
import { useState } from "react"

import { type TextKey, useTexts } from "../../lib/texts"
import { ScrolledTable } from "../scrolled-table"
import { Section } from "../section"
import type { ConfiguredOperation } from "./settings-answer"

type Provenance = { text: TextKey; color: "green" | "blue" | "orange" }

const provenances: Readonly<Record<string, Provenance>> = {
  specification: {
    text: "settings.operations.specification",
    color: "green",
  },
  documentation: { text: "settings.operations.documentation", color: "blue" },
  assumed: { text: "settings.operations.assumed", color: "orange" },
}

/** Every operation of the service: what it rests on, and whether this store may call it. */
export const OperationsSection = ({
  operations,
}: {
  operations: readonly ConfiguredOperation[]
}) => {
  const t = useTexts()
  const [wanted, setWanted] = useState("")
  const found = operations.filter((operation) =>
    `${operation.id} ${operation.title} ${operation.path}`
      .toLowerCase()
      .includes(wanted.trim().toLowerCase())
  )

  return (
    <Section
      title={t("settings.operations.title")}
      description={t("settings.operations.description")}
      actions={
        <Input
          size="small"
          value={wanted}
          placeholder={t("settings.operations.search")}
          aria-label={t("settings.operations.search")}
          onChange={({ target }) => setWanted(target.value)}
        />
      }
    >
      {found.length === 0 ? (
        <Text size="small" className="text-ui-fg-subtle px-6 py-4">
          {t("forms.table.nothingFound")}
        </Text>
      ) : (
        <ScrolledTable
          title={t("settings.operations.title")}
          heads={[
            { text: t("settings.operations.operation") },
            { text: t("settings.operations.address") },
            { text: t("settings.operations.restsOn") },
            { text: t("settings.operations.state") },
          ]}
        >
          {found.map((operation) => (
            <OperationRow key={operation.id} operation={operation} />
          ))}
        </ScrolledTable>
      )}
    </Section>
  )
}

const OperationRow = ({ operation }: { operation: ConfiguredOperation }) => {
  const t = useTexts()
  const provenance = provenances[operation.provenance]

  return (
    <Table.Row>
      <Table.Cell className="whitespace-normal py-3 align-top">
        <span lang="en" className="text-ui-fg-base block">
          {operation.title}
        </span>
        <span className="text-ui-fg-subtle font-mono">{operation.id}</span>
      </Table.Cell>
      <Table.Cell className="whitespace-normal py-3 align-top font-mono [overflow-wrap:anywhere]">
        {operation.method} {operation.path}
        {operation.overridden && (
          <span className="text-ui-fg-subtle txt-small block font-sans">
            {t("settings.operations.overridden")}
          </span>
        )}
      </Table.Cell>
      <Table.Cell className="py-3 align-top">
        <Badge size="2xsmall" color={provenance?.color ?? "grey"}>
          {provenance ? t(provenance.text) : operation.provenance}
        </Badge>
      </Table.Cell>
      <Table.Cell className="py-3 align-top">
        <Badge size="2xsmall" color={operation.enabled ? "green" : "grey"}>
          {t(operation.enabled ? "settings.operations.on" : "settings.operations.off")}
        </Badge>
      </Table.Cell>
    </Table.Row>
  )
}
