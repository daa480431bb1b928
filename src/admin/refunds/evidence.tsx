import { Text } from "@medusajs/ui"

import type { RefundSettlement } from "../../api/admin/e-invoice/answers"
import { OrderStatusBadge } from "../components/badges"
import { ComparedFacts, EvidenceBox } from "../components/choice"
import { LoadFailure, LoadingRows, NotAsked } from "../components/section"
import { Amount } from "../components/values"
import { useEInvoiceQuery } from "../lib/queries"
import { type TextKey, useTexts } from "../lib/texts"

const readRefundSettlement = ({ settlement }: { settlement: RefundSettlement }) => settlement

type RefundEvidenceProps = {
  /** Below `/admin/e-invoice`: where the refund is settled. */
  path: string
  currencyCode: string
}

/** What the service shows of a refund that staff settle. */
export const useRefundSettlement = (path: string) =>
  useEInvoiceQuery({ path, isAlwaysFresh: true }, readRefundSettlement)

const sentences: Readonly<Record<NonNullable<RefundSettlement["contradicts"]>, TextKey>> = {
  "carried-out": "settle.refundNotShown",
  "not-carried-out": "settle.refundShown",
}

const sentenceOf = ({ contradicts, may_be_another: mayBeAnother }: RefundSettlement): TextKey => {
  if (contradicts === null) {
    return "settle.refundUnclear"
  }
  return contradicts === "not-carried-out" && mayBeAnother
    ? "settle.refundShownUnnamed"
    : sentences[contradicts]
}

/** What the service shows of a refund that staff settle, and what that says. */
export const RefundEvidence = ({ path, currencyCode }: RefundEvidenceProps) => {
  const t = useTexts()
  const { data, error, isFetching, refetch } = useRefundSettlement(path)

  if (error) {
    return <LoadFailure query={{ error, isFetching, refetch }} />
  }
  if (!data) {
    return <LoadingRows label={t("settle.asking")} rows={2} />
  }
  const { problem, recorded, refunded, status } = data
  if (problem) {
    return <NotAsked problem={problem} query={{ isFetching, refetch }} />
  }
  return (
    <EvidenceBox title={t("settle.atService")}>
      <ComparedFacts
        facts={[
          {
            label: t("settle.fact.status"),
            value: <OrderStatusBadge order={{ state: "succeeded", remote_status: status }} />,
          },
          {
            label: t("settle.refundedThere"),
            value:
              refunded === null ? (
                t("settle.noSum")
              ) : (
                <Amount value={refunded} currencyCode={currencyCode} />
              ),
          },
          {
            label: t("settle.refundedHere"),
            value: <Amount value={recorded} currencyCode={currencyCode} />,
          },
        ]}
      />
      <Text size="small">{t(sentenceOf(data))}</Text>
    </EvidenceBox>
  )
}
