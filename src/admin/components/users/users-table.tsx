import { createDataTableColumnHelper, StatusBadge } from "@medusajs/ui"
import { useMemo } from "react"

import { type TextKey, useTexts } from "../../lib/texts"
import type { BadgeColor } from "../../lib/status-words"
import { useEInvoiceQuery } from "../../lib/use-e-invoice-query"
import { useTableState } from "../../lib/use-table-state"
import { ActorName } from "../actor-name"
import { Moment } from "../moment"
import { RecordTable } from "../record-table"
import { CreateUserDrawer } from "./create-user-drawer"
import { roleWords } from "./role-words"
import { parseUserCreations, type UserCreation } from "./user-data"

const column = createDataTableColumnHelper<UserCreation>()

const states: Readonly<Record<string, { text: TextKey; color: BadgeColor }>> = {
  prepared: { text: "users.state.open", color: "grey" },
  sending: { text: "users.state.open", color: "grey" },
  done: { text: "users.state.done", color: "green" },
  refused: { text: "users.state.refused", color: "red" },
  in_doubt: { text: "users.state.inDoubt", color: "orange" },
}

/** Users that were created from here: the service has no list of them, and the plugin keeps no names. */
export const UsersTable = () => {
  const t = useTexts()
  const columns = useColumns()
  const state = useTableState({
    defaultSorting: { id: "created_at", desc: true },
  })
  const list = useEInvoiceQuery(
    {
      path: "/operation-log",
      query: { ...state.query, operation_id: "users.create" },
      keepsPrevious: true,
    },
    parseUserCreations
  )

  return (
    <RecordTable
      title={t("users.list.title")}
      description={t("users.list.description")}
      level="h1"
      actions={<CreateUserDrawer />}
      state={state}
      list={list}
      columns={columns}
      rowId={({ id }) => id}
      empty={{
        heading: t("users.list.empty"),
        description: t("users.list.emptyAdvice"),
      }}
    />
  )
}

const useColumns = () => {
  const t = useTexts()
  return useMemo(
    () => [
      column.accessor("subject_uuid", {
        header: t("users.create.role"),
        cell: ({ getValue }) => {
          const words = roleWords(getValue() ?? "")
          return words ? t(words) : (getValue() ?? t("fields.unknown"))
        },
      }),
      column.accessor("state", {
        header: t("users.list.state"),
        cell: ({ getValue }) => {
          const words = states[getValue()]
          return (
            <StatusBadge color={words?.color ?? "grey"}>
              {words ? t(words.text) : getValue()}
            </StatusBadge>
          )
        },
      }),
      column.accessor("actor", {
        header: t("users.list.by"),
        cell: ({ getValue }) => {
          const actor = getValue()
          return actor === null ? t("fields.unknown") : <ActorName actor={actor} />
        },
      }),
      column.accessor("created_at", {
        header: t("users.list.at"),
        enableSorting: true,
        cell: ({ getValue }) => {
          const at = getValue()
          return at === null ? t("fields.unknown") : <Moment at={at} />
        },
      }),
    ],
    [t]
  )
}
