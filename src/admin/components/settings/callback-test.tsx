import { useTexts } from "../../lib/texts"
import { type CallbackTest, parseCallbackTest } from "./settings-answer"
import { TestSection } from "./test-section"
import { VerdictAlert } from "./verdict-alert"
import { callbackVerdicts } from "./verdicts"

/** Whether the service's calls can reach the store. */
export const CallbackTestSection = () => {
  const t = useTexts()

  return (
    <TestSection
      title={t("settings.callback.title")}
      description={t("settings.callback.description")}
      action={t("settings.callback.action")}
      path="/settings/callback-test"
      parse={parseCallbackTest}
    >
      {(result) => <Found result={result} />}
    </TestSection>
  )
}

const Found = ({ result }: { result: CallbackTest }) => {
  const t = useTexts()
  const { address, detail, duration_ms, http_status, loopback, verdict } = result

  return (
    <VerdictAlert
      isGood={verdict === "ok"}
      verdict={callbackVerdicts[verdict]}
      word={verdict}
      notes={[
        ...(loopback ? [t("settings.callback.loopback")] : []),
        t("settings.took", { address, ms: duration_ms ?? 0 }),
        ...(verdict === "ok" || http_status === null
          ? []
          : [t("settings.httpStatus", { status: http_status })]),
        ...(detail ? [t("settings.detail", { detail })] : []),
      ]}
    />
  )
}
