import { Plus } from "@medusajs/icons"
import { createDataTableColumnHelper, StatusBadge } from "@medusajs/ui"
import { useEffect, useMemo, useState } from "react"
import type { FieldValues } from "react-hook-form"
import { z } from "zod"

import { ActionDrawer, type DrawerForm } from "../components/drawers"
import { CheckboxField, PhoneFields, SelectField, TextField } from "../components/form"
import { RecordTable, useTableState } from "../components/table"
import { ActorName, Moment } from "../components/values"
import { LANGUAGES, languageWords } from "../customers/data"
import {
  optionalText,
  requiredCallingCode,
  requiredChoice,
  requiredEmail,
  requiredPhoneNumber,
  requiredText,
} from "../lib/form-values"
import { ignoreAnswer, operationPath, useUnavailability } from "../lib/operations"
import { useEInvoiceQuery } from "../lib/queries"
import { type TextKey, useTexts } from "../lib/texts"
import type { BadgeColor } from "../orders/words"
import { type LoggedOperation, readOperationPage } from "../operations/data"
import { ROLES, roleWords } from "./data"

const column = createDataTableColumnHelper<LoggedOperation>()

const states: Readonly<Record<string, { text: TextKey; color: BadgeColor }>> = {
  prepared: { text: "users.state.open", color: "grey" },
  sending: { text: "users.state.open", color: "grey" },
  succeeded: { text: "users.state.done", color: "green" },
  rejected: { text: "users.state.refused", color: "red" },
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
    readOperationPage
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

const schema = z.object({
  role: requiredChoice(ROLES),
  name: requiredText(200),
  email: requiredEmail(),
  countryCode: requiredCallingCode(),
  msisdn: requiredPhoneNumber(),
  designation: optionalText(100),
  preferredLanguage: requiredChoice(LANGUAGES),
  sendEmail: z.boolean(),
})

/** Creates a user who can sign in to the service's own portal. */
const CreateUserDrawer = () => {
  const t = useTexts()
  const unavailable = useUnavailability("users.create")
  const [role, setRole] = useState<string>("user")

  return (
    <ActionDrawer
      texts="users.create"
      icon={<Plus />}
      variant="primary"
      unavailable={unavailable}
      schema={schema}
      defaultValues={{
        role: "user",
        name: "",
        email: "",
        countryCode: "+47",
        msisdn: "",
        designation: "",
        preferredLanguage: "no",
        sendEmail: true,
      }}
      operation={{ path: operationPath("users.create"), params: { userRoleSlug: role } }}
      toBody={({ role: _role, ...person }) => ({ body: person })}
      read={ignoreAnswer}
      confirm={(values) => ({
        title: t("users.create.confirmTitle"),
        description:
          values.role === "business-admin"
            ? t("users.create.confirmAdmin")
            : t("users.create.confirmUser"),
        confirmText: t("users.create.submit"),
        variant: "confirmation",
      })}
    >
      {(form) => (
        <>
          <RoleField control={form.control} role={form.watch().role} onRole={setRole} />
          <TextField control={form.control} name="name" label={t("customers.contact.name")} />
          <TextField
            control={form.control}
            name="email"
            type="email"
            label={t("customers.contact.email")}
          />
          <PhoneFields control={form.control} />
          <TextField
            control={form.control}
            name="designation"
            label={t("users.create.designation")}
            isOptional
          />
          <SelectField
            control={form.control}
            name="preferredLanguage"
            label={t("customers.contact.language")}
            options={LANGUAGES.map((value) => ({
              value,
              label: t(languageWords[value]),
            }))}
          />
          <CheckboxField
            control={form.control}
            name="sendEmail"
            label={t("users.create.sendEmail")}
          />
        </>
      )}
    </ActionDrawer>
  )
}

type RoleFieldProps<Input extends FieldValues> = {
  control: DrawerForm<Input>["control"]
  /** What is chosen. */
  role: string
  /** The role stands in the address that is called, so it is known outside the form too. */
  onRole: (role: string) => void
}

/** What the new user may do. */
const RoleField = <Input extends FieldValues & { role: string }>({
  control,
  role,
  onRole,
}: RoleFieldProps<Input>) => {
  const t = useTexts()

  useEffect(() => onRole(role), [onRole, role])

  return (
    <SelectField
      control={control as unknown as DrawerForm<{ role: string }>["control"]}
      name="role"
      label={t("users.create.role")}
      options={ROLES.map((value) => ({
        value,
        label: t(roleWords(value) ?? "fields.unknown"),
      }))}
    />
  )
}
