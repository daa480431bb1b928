import type { LookUpEvidenceView } from "../../lib/look-up-evidence"
import { type TextKey, useTexts } from "../../lib/texts"
import { Moment } from "../moment"

const results: Readonly<Record<string, TextKey>> = {
  none: "settle.resultNone",
  unclear: "settle.resultUnclear",
  failed: "settle.resultFailed",
}

/** What is known of an order in doubt, so that a person can decide. */
export const LookUpEvidence = ({ evidence }: { evidence: LookUpEvidenceView }) => {
  const t = useTexts()
  const result = results[evidence.result ?? ""]

  return (
    <dl className="txt-small bg-ui-bg-subtle shadow-borders-base grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 rounded-md p-4">
      <dt className="text-ui-fg-subtle">{t("settle.what")}</dt>
      <dd>{evidence.message ?? t("fields.unknown")}</dd>
      <dt className="text-ui-fg-subtle">{t("settle.when")}</dt>
      <dd>{evidence.failedAt ? <Moment at={evidence.failedAt} /> : t("fields.unknown")}</dd>
      <dt className="text-ui-fg-subtle">{t("settle.lookedFor")}</dt>
      <dd>
        {evidence.lookedAt ? (
          <>
            <Moment at={evidence.lookedAt} />
            {result && <span className="block">{t(result)}</span>}
          </>
        ) : (
          t("settle.notYet")
        )}
      </dd>
      {evidence.orderUuids.length > 0 && (
        <>
          <dt className="text-ui-fg-subtle">{t("settle.candidates")}</dt>
          <dd className="[overflow-wrap:anywhere]">{evidence.orderUuids.join(", ")}</dd>
        </>
      )}
    </dl>
  )
}
