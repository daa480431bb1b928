import { CheckCircle, ExclamationCircle } from "@medusajs/icons"
import { Text } from "@medusajs/ui"
import { Link } from "react-router-dom"

import { useTexts } from "../../lib/texts"
import { Section } from "../section"
import { AttentionRow } from "./attention-row"
import type { AttentionItem } from "./overview-answer"

type AttentionSectionProps = {
  items: readonly AttentionItem[]
  /** Of all that waits, also what is not among the items. */
  count: number
  callbacks: { waiting: number; failed: number }
}

/** What waits for a person, the gravest first. */
export const AttentionSection = ({ items, count, callbacks }: AttentionSectionProps) => {
  const t = useTexts()

  return (
    <Section
      title={t("overview.attention.title")}
      description={t("overview.attention.description")}
    >
      {items.length > 0 ? (
        <ol className="divide-y">
          {items.map((item) => (
            <AttentionRow key={item.id} item={item} />
          ))}
        </ol>
      ) : (
        <div className="flex items-center gap-x-3 px-6 py-4">
          <CheckCircle className="text-ui-tag-green-icon" />
          <Text size="small">{t("overview.attention.none")}</Text>
        </div>
      )}
      {count > items.length && (
        <Text size="small" className="text-ui-fg-subtle px-6 py-4">
          {t("overview.attention.more", { count: count - items.length })}
        </Text>
      )}
      {callbacks.failed > 0 && (
        <div className="flex items-center gap-x-3 px-6 py-4">
          <ExclamationCircle className="text-ui-tag-orange-icon" />
          <Text size="small">
            {t("overview.attention.callbacksFailed", {
              count: callbacks.failed,
            })}{" "}
            <Link
              to="/e-invoice/callbacks?state=failed"
              className="text-ui-fg-base underline underline-offset-2"
            >
              {t("overview.attention.seeCallbacks")}
            </Link>
          </Text>
        </div>
      )}
    </Section>
  )
}
