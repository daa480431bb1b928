import { useTexts } from "../../lib/texts"
import type { LoggedOperation } from "./operation-data"
import { subjectText } from "./operation-words"

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
