import type { TextKey } from "../../lib/texts"
import { useTexts } from "../../lib/texts"
import type { CallbackSubject as Subject } from "./callback"

const kinds: Readonly<Record<string, TextKey>> = {
  checkout: "callbacks.kind.checkout",
  order: "callbacks.kind.order",
  reservation: "callbacks.kind.reservation",
  subscription: "callbacks.kind.subscription",
  "company-check": "callbacks.kind.companyCheck",
}

/** What a callback is about: the kind of record, and by what it is known. */
export const CallbackSubject = ({ subject }: { subject: Subject | null }) => {
  const t = useTexts()

  if (subject === null) {
    return <>{t("callbacks.subjectGone")}</>
  }
  const kind = kinds[subject.kind]
  const name = subject.reference_no ?? subject.remote_uuid
  return (
    <>
      {kind ? t(kind) : subject.kind}
      {name ? ` ${name}` : ""}
    </>
  )
}
