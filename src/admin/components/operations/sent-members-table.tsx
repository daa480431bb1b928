import { Table, Text } from "@medusajs/ui"

import { useTexts } from "../../lib/texts"
import { sentMembers } from "./sent-members"

/** What an operation's request carried, as it went out. */
export const SentMembersTable = ({ request }: { request: unknown }) => {
  const t = useTexts()
  const members = sentMembers(request)

  if (members.length === 0) {
    return (
      <Text size="small" className="text-ui-fg-subtle px-6 py-4">
        {t("operations.page.noRequest")}
      </Text>
    )
  }
  return (
    <Table aria-label={t("operations.page.request")}>
      <Table.Header>
        <Table.Row>
          <Table.HeaderCell>{t("operations.page.name")}</Table.HeaderCell>
          <Table.HeaderCell>{t("operations.page.value")}</Table.HeaderCell>
        </Table.Row>
      </Table.Header>
      <Table.Body>
        {members.map(([name, value]) => (
          <Table.Row key={name}>
            <Table.Cell className="font-mono">{name}</Table.Cell>
            <Table.Cell className="whitespace-normal py-2 font-mono [overflow-wrap:anywhere]">
              {value}
            </Table.Cell>
          </Table.Row>
        ))}
      </Table.Body>
    </Table>
  )
}
