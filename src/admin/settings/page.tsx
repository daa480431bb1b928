import { Badge, Input, Table, Text } from "@medusajs/ui"
import { useState } from "react"
import { Link } from "react-router-dom"

import { JobsSection } from "../components/jobs"
import { inContainer, Loaded, PageHeader, Section } from "../components/section"
import { ScrolledTable } from "../components/table"
import { useEInvoiceQuery } from "../lib/queries"
import { type TextKey, useTexts } from "../lib/texts"
import { type ConfiguredOperation, type OptionInForce, readSettings } from "./data"
import { CallbackTestSection, ConnectionTestSection } from "./tests"

/** Whether all is set up well: two tests, the options in force, and the operations of the service. */
export const Settings = () => {
  const t = useTexts()

  return (
    <div className="flex flex-col gap-y-3">
      <PageHeader title={t("settings.title")} description={t("settings.description")} />
      <ConnectionTestSection />
      <CallbackTestSection />
      <FetchedSettings />
      <MoreSection />
    </div>
  )
}

const morePages = [
  { to: "/e-invoice/callbacks", name: "callbacks.menu", says: "navigation.more.callbacks" },
  { to: "/e-invoice/operations", name: "operations.menu", says: "navigation.more.operations" },
  { to: "/e-invoice/users", name: "users.menu", says: "navigation.more.users" },
] as const

/** Pages that the menu leaves out. */
const MoreSection = () => {
  const t = useTexts()

  return (
    <Section title={t("navigation.more.title")} description={t("navigation.more.description")}>
      <ul className="divide-y">
        {morePages.map(({ to, name, says }) => (
          <li key={to} className="px-6 py-4">
            <Link
              to={to}
              className="txt-compact-small-plus text-ui-fg-base underline underline-offset-2"
            >
              {t(name)}
            </Link>
            <Text size="small" className="text-ui-fg-subtle mt-1">
              {t(says)}
            </Text>
          </li>
        ))}
      </ul>
    </Section>
  )
}

const FetchedSettings = () => {
  const t = useTexts()
  const settings = useEInvoiceQuery({ path: "/settings" }, readSettings)

  return (
    <Loaded
      query={settings}
      loading={t("settings.loading")}
      rows={6}
      failed={t("settings.failed")}
      frame={inContainer}
    >
      {({ jobs, options, operations }) => (
        <>
          <JobsSection jobs={jobs} />
          <OptionsSection options={options} />
          <OperationsSection operations={operations} />
        </>
      )}
    </Loaded>
  )
}

/** The options the running server uses. They are changed in the store's configuration, not here. */
const OptionsSection = ({ options }: { options: readonly OptionInForce[] }) => {
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
            <Table.Cell className="text-ui-fg-base min-w-48 whitespace-normal py-3 align-top [overflow-wrap:anywhere]">
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

const written = (value: unknown): string => {
  if (typeof value === "string") {
    return value
  }
  return Array.isArray(value) ? value.map(written).join(", ") : JSON.stringify(value)
}

/** What an option is set to; a secret is never shown. */
const OptionValue = ({ option }: { option: OptionInForce }) => {
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
const OperationsSection = ({ operations }: { operations: readonly ConfiguredOperation[] }) => {
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
