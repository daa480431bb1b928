import { Text } from "@medusajs/ui"
import { type ReactNode, useState } from "react"

import { useTexts } from "../../lib/texts"
import { useOperation } from "../../lib/use-operation"
import { OperationFailure } from "../operation-failure"
import { ReasonedButton } from "../reasoned-button"
import { Section } from "../section"

type TestSectionProps<Result> = {
  title: string
  description: string
  /** What the button says. */
  action: string
  /** Below `/admin/e-invoice`. */
  path: string
  parse: (answer: unknown) => Result
  /** What was found. */
  children: (result: Result) => ReactNode
}

/** Something that can be tried out as often as one likes: a button, and what it found. */
export const TestSection = <Result,>({
  title,
  description,
  action,
  path,
  parse,
  children,
}: TestSectionProps<Result>) => {
  const t = useTexts()
  const [result, setResult] = useState<Result>()
  const { run, isRunning, error } = useOperation({ path }, parse)

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
