import { Alert, Text } from "@medusajs/ui"
import { type ReactNode, useState } from "react"

import { OperationFailure, ReasonedButton } from "../components/action-button"
import { Section } from "../components/section"
import { useOperation } from "../lib/operations"
import { useTexts } from "../lib/texts"
import {
  type CallbackTest,
  callbackVerdicts,
  type ConnectionTest,
  connectionVerdicts,
  readCallbackTest,
  readConnectionTest,
  type Verdict,
} from "./data"

/** Whether the service answers and accepts the store's token. */
export const ConnectionTestSection = () => {
  const t = useTexts()

  return (
    <TestSection
      title={t("settings.connection.title")}
      description={t("settings.connection.description")}
      action={t("settings.connection.action")}
      path="/settings/connection-test"
      read={readConnectionTest}
    >
      {(result) => <FoundConnection result={result} />}
    </TestSection>
  )
}

const FoundConnection = ({ result }: { result: ConnectionTest }) => {
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

/** Whether the service's calls can reach the store. */
export const CallbackTestSection = () => {
  const t = useTexts()

  return (
    <TestSection
      title={t("settings.callback.title")}
      description={t("settings.callback.description")}
      action={t("settings.callback.action")}
      path="/settings/callback-test"
      read={readCallbackTest}
    >
      {(result) => <FoundCallbacks result={result} />}
    </TestSection>
  )
}

const FoundCallbacks = ({ result }: { result: CallbackTest }) => {
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

type TestSectionProps<Result> = {
  title: string
  description: string
  /** What the button says. */
  action: string
  /** Below `/admin/e-invoice`. */
  path: string
  read: (answer: never) => Result
  /** What was found. */
  children: (result: Result) => ReactNode
}

/** Something that can be tried out as often as one likes: a button, and what it found. */
const TestSection = <Result,>({
  title,
  description,
  action,
  path,
  read,
  children,
}: TestSectionProps<Result>) => {
  const t = useTexts()
  const [result, setResult] = useState<Result>()
  const { run, isRunning, error } = useOperation({ path }, read)

  return (
    <Section
      title={title}
      description={description}
      actions={
        <ReasonedButton
          isLoading={isRunning}
          onClick={() => {
            setResult(undefined)
            run({}, { onSuccess: setResult })
          }}
        >
          {action}
        </ReasonedButton>
      }
    >
      <div className="px-6 py-4">
        <span role="status" className="sr-only">
          {isRunning && t("settings.testing")}
        </span>
        {error && !isRunning && <OperationFailure error={error} />}
        {result !== undefined && children(result)}
        {result === undefined && !error && (
          <Text size="small" className="text-ui-fg-subtle">
            {isRunning ? t("settings.testing") : t("settings.notTested")}
          </Text>
        )}
      </div>
    </Section>
  )
}

type VerdictAlertProps = {
  isGood: boolean
  /** Undefined for a verdict that has no words yet. */
  verdict: Verdict | undefined
  /** The server's own word, for such a one. */
  word: string
  /** Further sentences, for the operator of the server. */
  notes: readonly string[]
}

/** What a test found; read out when it appears. */
const VerdictAlert = ({ isGood, verdict, word, notes }: VerdictAlertProps) => {
  const t = useTexts()

  return (
    <Alert variant={isGood ? "success" : "error"} role={isGood ? "status" : "alert"}>
      <Text as="span" size="small" leading="compact" weight="plus">
        {verdict ? t(verdict.title) : word}
      </Text>
      {verdict && (
        <Text size="small" leading="compact" className="text-ui-fg-subtle mt-1">
          {t(verdict.advice)}
        </Text>
      )}
      {notes.map((note) => (
        <Text key={note} size="small" leading="compact" className="text-ui-fg-subtle mt-1">
          {note}
        </Text>
      ))}
    </Alert>
  )
}
