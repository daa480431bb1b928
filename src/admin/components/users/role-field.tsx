import { useEffect } from "react"
import type { FieldValues } from "react-hook-form"

import { useTexts } from "../../lib/texts"
import type { DrawerForm } from "../action-form"
import { SelectField } from "../form"
import { roleWords, ROLES } from "./role-words"

type RoleFieldProps<Input extends FieldValues> = {
  control: DrawerForm<Input>["control"]
  /** What is chosen. */
  role: string
  /** The role stands in the address that is called, so it is known outside the form too. */
  onRole: (role: string) => void
}

/** What the new user may do. */
export const RoleField = <Input extends FieldValues & { role: string }>({
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
