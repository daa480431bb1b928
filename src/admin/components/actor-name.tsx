import { useUser } from "@medusajs/dashboard/hooks"

import { parseActor } from "../lib/actor"
import { useTexts } from "../lib/texts"

type ActorNameProps = {
  /** The actor as the timeline writes it. */
  actor: string
}

/** Who acted, in words: a colleague by name, or the party that acts by itself. */
export const ActorName = ({ actor }: ActorNameProps) => {
  const t = useTexts()
  const parsed = parseActor(actor)

  switch (parsed.kind) {
    case "user":
      return <UserName id={parsed.id} />
    case "party":
      return t(parsed.text)
    case "unnamed":
      return parsed.raw
  }
}

const UserName = ({ id }: { id: string }) => {
  const t = useTexts()
  const { user } = useUser(id)
  const name = [user?.first_name, user?.last_name].filter(Boolean).join(" ")

  return name || user?.email || t("actors.person")
}
