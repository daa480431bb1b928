import { Button, Heading, Text } from "@medusajs/ui"
import type { ComponentProps } from "react"

import { TitledDrawer } from "../components/drawers"
import { Loaded, NotAsked } from "../components/section"
import { ActorName, Amount, Moment, ServiceDay } from "../components/values"
import { useEInvoiceQuery } from "../lib/queries"
import { failureText } from "../lib/refusals"
import { useTexts } from "../lib/texts"
import type { ReservationHistoryAnswer } from "../../api/admin/e-invoice/answers"
import { eventWords, operationStateWords, operationWords, readReservationHistory } from "./data"

type HistoryDrawerProps = {
  uuid: string
  currencyCode: string
}

/** What happened to a reservation: as the service recorded it, and who asked for what from here. */
export const HistoryDrawer = ({ uuid, currencyCode }: HistoryDrawerProps) => {
  const t = useTexts()

  return (
    <TitledDrawer
      trigger={
        <Button type="button" size="small" variant="secondary">
          {t("reservations.history.title")}
        </Button>
      }
      title={t("reservations.history.title")}
      description={t("reservations.history.description")}
    >
      <History uuid={uuid} currencyCode={currencyCode} />
    </TitledDrawer>
  )
}

const History = ({ uuid, currencyCode }: HistoryDrawerProps) => {
  const t = useTexts()
  const history = useEInvoiceQuery(
    {
      path: `/reservations/${encodeURIComponent(uuid)}/history`,
      isAlwaysFresh: true,
    },
    readReservationHistory
  )

  return (
    <Loaded
      query={history}
      loading={t("reservations.loading")}
      rows={4}
      failed={t("reservations.failed")}
    >
      {(found) => <FoundHistory history={found} query={history} currencyCode={currencyCode} />}
    </Loaded>
  )
}

type FoundHistoryProps = {
  history: ReservationHistoryAnswer
  /** What fetched it. */
  query: ComponentProps<typeof NotAsked>["query"]
  currencyCode: string
}

const FoundHistory = ({ history, query, currencyCode }: FoundHistoryProps) => {
  const t = useTexts()
  const { events, operations, problem } = history

  return (
    <div className="flex flex-col divide-y">
      <section className="flex flex-col gap-y-3 px-6 py-4">
        <Heading level="h3">{t("reservations.history.atService")}</Heading>
        {problem && <NotAsked problem={problem} query={query} />}
        {events.length === 0 && !problem && (
          <Text size="small" className="text-ui-fg-subtle">
            {t("reservations.history.none")}
          </Text>
        )}
        <ol className="flex flex-col gap-y-3">
          {events.map((event, index) => {
            const words = event.title === undefined ? undefined : eventWords(event.title)
            return (
              <li key={index} className="txt-compact-small">
                <div className="flex justify-between gap-x-4">
                  <span className="txt-compact-small-plus">
                    {words ? t(words) : (event.title ?? t("fields.unknown"))}
                  </span>
                  <Amount value={event.amount} currencyCode={currencyCode} />
                </div>
                <span className="text-ui-fg-subtle">
                  <ServiceDay on={event.datetime} withTime />
                  {event.note && <>, {event.note}</>}
                </span>
              </li>
            )
          })}
        </ol>
      </section>
      <section className="flex flex-col gap-y-3 px-6 py-4">
        <Heading level="h3">{t("reservations.history.fromHere")}</Heading>
        {operations.length === 0 && (
          <Text size="small" className="text-ui-fg-subtle">
            {t("reservations.history.none")}
          </Text>
        )}
        <ol className="flex flex-col gap-y-3">
          {operations.map((operation) => {
            const words = operationWords(operation.operation)
            return (
              <li key={operation.id} className="txt-compact-small">
                <div className="flex justify-between gap-x-4">
                  <span className="txt-compact-small-plus">
                    {words ? t(words) : operation.operation}
                  </span>
                  <span>{t(operationStateWords(operation.state))}</span>
                </div>
                <span className="text-ui-fg-subtle">
                  {operation.created_at && <Moment at={operation.created_at} />}
                  {operation.actor && (
                    <>
                      , <ActorName actor={operation.actor} />
                    </>
                  )}
                </span>
                {operation.failure && (
                  <p className="text-ui-fg-subtle">{failureText(t, operation.failure)}</p>
                )}
              </li>
            )
          })}
        </ol>
      </section>
    </div>
  )
}
