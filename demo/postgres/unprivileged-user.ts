import { execFileSync } from "node:child_process"

export type UserIds = { uid: number; gid: number }

/**
 * PostgreSQL refuses to run as root. Returns the ids of `nobody`, a user that
 * every Linux has, when this process is root; nothing otherwise.
 *
 * @throws when this process is root and there is no such user
 */
export function unprivilegedUser(): UserIds | undefined {
  if (process.getuid?.() !== 0) {
    return undefined
  }
  const id = (flag: "-u" | "-g") =>
    Number(execFileSync("id", [flag, "nobody"], { encoding: "utf8" }))
  try {
    return { uid: id("-u"), gid: id("-g") }
  } catch (cause) {
    throw new Error(
      "PostgreSQL does not run as root, and this system has no user `nobody` to run it as",
      { cause }
    )
  }
}
