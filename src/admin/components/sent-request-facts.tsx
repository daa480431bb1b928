import { Text } from "@medusajs/ui"

import type { SentRequest } from "../lib/sent-request"
import { useTexts } from "../lib/texts"
import { FieldRow } from "./field-row"
import { Moment } from "./moment"

type SentRequestFactsProps = {
  request: SentRequest
}

/** What a sent request says besides its lines. */
export const SentRequestFacts = ({ request }: SentRequestFactsProps) => {
  const t = useTexts()

  return (
    <>
      <dl className="divide-y divide-dashed border-b border-dashed">
        <FieldRow label={t("fields.orderDate")}>
          {request.orderDate === null ? (
            t("fields.unknown")
          ) : (
            <Moment at={new Date(request.orderDate * 1000).toISOString()} />
          )}
        </FieldRow>
        <FieldRow label={t("fields.reference")}>{request.referenceNo ?? t("fields.none")}</FieldRow>
      </dl>
      <Text size="small" className="text-ui-fg-subtle px-6 py-4">
        {t("sentRequest.customerNotKept")}
      </Text>
    </>
  )
}
