import { useTexts } from "../../lib/texts"
import { type ConnectionTest, parseConnectionTest } from "./settings-answer"
import { TestSection } from "./test-section"
import { VerdictAlert } from "./verdict-alert"
import { connectionVerdicts } from "./verdicts"

/** Whether the service answers and accepts the store's token. */
export const ConnectionTestSection = () => {
  const t = useTexts()

  return (
    <TestSection
      title={t("settings.connection.title")}
      description={t("settings.connection.description")}
      action={t("settings.connection.action")}
      path="/settings/connection-test"
      parse={parseConnectionTest}
    >
      {(result) => <Found result={result} />}
    </TestSection>
  )
}

const Found = ({ result }: { result: ConnectionTest }) => {
  const t = useTexts()
  const { address, duration_ms, http_status, message, verdict } = result

  return (
    <VerdictAlert
      isGood={verdict === "ok"}
      verdict={connectionVerdicts[verdict]}
      word={verdict}
      notes={[
        t("settings.took", { address, ms: duration_ms ?? 0 }),
        ...(verdict === "ok" || http_status === null
          ? []
          : [t("settings.httpStatus", { status: http_status })]),
        ...(verdict === "refused" && message ? [message] : []),
      ]}
    />
  )
}
