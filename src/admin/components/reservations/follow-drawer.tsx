import { useNavigate } from "react-router-dom"
import { z } from "zod"

import { requiredText } from "../../lib/form-values"
import { useTexts } from "../../lib/texts"
import { useUnavailability } from "../../lib/use-operations"
import { ActionDrawer } from "../action-drawer"
import { TextField } from "../form"
import { parseReservation } from "./reservation-data"

const followSchema = z.object({ uuid: requiredText(64) })

/** Follows a reservation that was made elsewhere, by its identifier at the service. */
export const FollowDrawer = () => {
  const t = useTexts()
  const navigate = useNavigate()
  const switchedOff = useUnavailability("reservations.details")

  return (
    <ActionDrawer
      label={t("reservations.follow.label")}
      unavailable={switchedOff}
      title={t("reservations.follow.title")}
      description={t("reservations.follow.description")}
      submitLabel={t("reservations.follow.submit")}
      schema={followSchema}
      defaultValues={{ uuid: "" }}
      operation={{ path: "/reservations/follow" }}
      parse={parseReservation}
      success={() => t("reservations.follow.done")}
      onSuccess={({ record }) =>
        void navigate(`/e-invoice/reservations/${encodeURIComponent(record.remote_uuid)}`)
      }
    >
      {({ control }) => (
        <TextField
          control={control}
          name="uuid"
          label={t("reservations.facts.id")}
          hint={t("reservations.follow.hint")}
        />
      )}
    </ActionDrawer>
  )
}
