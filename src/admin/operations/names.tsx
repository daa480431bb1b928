import { useCallback } from "react"

import { useTexts } from "../lib/texts"
import { type LoggedOperation, operationText, subjectText } from "./data"

type OperationSubjectProps = {
  operation: Pick<LoggedOperation, "subject_kind" | "subject_uuid">
}

/** What an operation is about: the kind of record and its id at the service; a creation in doubt has neither yet. */
export const OperationSubject = ({
  operation: { subject_kind, subject_uuid },
}: OperationSubjectProps) => {
  const t = useTexts()

  if (subject_kind === null || subject_uuid === null) {
    return <>{t("operations.list.new")}</>
  }
  const kind = subjectText(subject_kind)
  return (
    <>
      {kind ? t(kind) : subject_kind} {subject_uuid}
    </>
  )
}

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
