import { Alert, clx, Text } from "@medusajs/ui"

import { AdminRequestError } from "../lib/admin-request"
import { errorSentence } from "../lib/error-sentence"
import { useTexts } from "../lib/texts"
import { isOutcomeUnknown } from "../lib/wish-keys"

type OperationFailureProps = {
  error: Error
  /** Names of fields whose own errors stand beside them already. */
  shownFields?: readonly string[]
  className?: string
}

/** Why something was not carried out, what to do about it, and which fields are wrong; read out when it appears. */
export const OperationFailure = ({ error, shownFields = [], className }: OperationFailureProps) => {
  const t = useTexts()
  const refusal = error instanceof AdminRequestError ? error : undefined
  const advice = refusal?.advice ?? (isOutcomeUnknown(error) ? t("forms.pressAgain") : undefined)
  const others = (refusal?.errors ?? []).filter(({ field }) => !shownFields.includes(field))

  return (
    <Alert variant="error" role="alert" className={clx("bg-ui-bg-base", className)}>
      <Text as="span" size="small" leading="compact" weight="plus">
        {errorSentence(t, error)}
      </Text>
      {others.length > 0 && (
        <ul className="txt-small text-ui-fg-subtle mt-1 list-disc pl-4">
          {others.map(({ field, message }) => (
            <li key={`${field} ${message}`}>{field ? `${field}: ${message}` : message}</li>
          ))}
        </ul>
      )}
      {advice && (
        <Text size="small" leading="compact" className="text-ui-fg-subtle mt-1">
          {advice}
        </Text>
      )}
    </Alert>
  )
}
