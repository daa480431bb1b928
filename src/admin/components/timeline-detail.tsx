import { statusText } from "../lib/status-text"
import { useTexts } from "../lib/texts"
import { type TimelineFact, timelineFacts } from "../lib/timeline-facts"
import { Amount } from "./amount"

type TimelineDetailProps = {
  /** Plain facts about an act, as the server recorded them. */
  detail: Record<string, unknown>
  currencyCode: string
}

/** What an act was about and what the service answered. */
export const TimelineDetail = ({ detail, currencyCode }: TimelineDetailProps) => {
  return (
    <ul className="text-ui-fg-subtle txt-compact-small flex flex-col gap-y-0.5 [overflow-wrap:anywhere]">
      {timelineFacts(detail).map((fact, index) => (
        <li key={index}>
          <Fact fact={fact} currencyCode={currencyCode} />
        </li>
      ))}
    </ul>
  )
}

type FactProps = {
  fact: TimelineFact
  currencyCode: string
}

const Fact = ({ fact, currencyCode }: FactProps) => {
  const t = useTexts()
  const status = (remote_status: string | null) =>
    statusText(t, { state: "created", remote_status })

  switch (fact.kind) {
    case "sentence":
      return t(fact.text)
    case "message":
      return fact.message
    case "change":
      return fact.from === null
        ? status(fact.to)
        : t("timeline.statusChange", {
            from: status(fact.from),
            to: status(fact.to),
          })
    case "labelled":
      return (
        <>
          {typeof fact.label === "string" ? t(fact.label) : fact.label.plain}
          {": "}
          {fact.as === "amount" ? (
            <Amount value={Number(fact.value)} currencyCode={currencyCode} />
          ) : fact.as === "status" ? (
            status(fact.value)
          ) : (
            fact.value
          )}
        </>
      )
  }
}
