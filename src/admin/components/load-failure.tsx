import { Alert, Button, Text } from "@medusajs/ui"

import { errorSentence } from "../lib/error-sentence"
import { useTexts } from "../lib/texts"

type LoadFailureProps = {
  /** What could not be loaded, as a sentence without a full stop; the e-invoice when left out. */
  title?: string
  error: unknown
  isRetrying: boolean
  onRetry: () => void
}

/** Stands in place of something that could not be loaded, with a way to try again. */
export const LoadFailure = ({ title, error, isRetrying, onRetry }: LoadFailureProps) => {
  const t = useTexts()

  return (
    <div className="flex flex-col items-start gap-y-3 px-6 py-4">
      <Alert variant="error" role="alert" className="w-full">
        <Text as="span" size="small" leading="compact" weight="plus">
          {title ?? t("load.failed")}
        </Text>
        <Text size="small" leading="compact" className="text-ui-fg-subtle mt-1">
          {errorSentence(t, error)}
        </Text>
      </Alert>
      <Button
        type="button"
        size="small"
        variant="secondary"
        isLoading={isRetrying}
        onClick={onRetry}
      >
        {t("actions.retry")}
      </Button>
    </div>
  )
}
