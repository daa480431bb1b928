import { useCallback } from "react"

import { useTexts } from "../../lib/texts"
import { operationText } from "./operation-words"

/** Names an operation in words; one that has none is named as the catalogue does. */
export const useOperationName = () => {
  const t = useTexts()
  return useCallback(
    (operation: string): string => {
      const text = operationText(operation)
      return text ? t(text) : operation
    },
    [t]
  )
}
