import { Button, Heading, Text } from "@medusajs/ui"
import { useState } from "react"

import { useTexts } from "../../lib/texts"
import { Amount } from "../amount"
import { Section } from "../section"
import { OutstandingChart } from "./outstanding-chart"
import { OutstandingTable } from "./outstanding-table"
import type { Outstanding } from "./overview-answer"

/** What customers have not paid, by currency and age: as a picture, or as a table. */
export const OutstandingSection = ({ outstanding }: { outstanding: readonly Outstanding[] }) => {
  const t = useTexts()
  const [isTable, setIsTable] = useState(false)

  return (
    <Section
      title={t("overview.outstanding.title")}
      description={t("overview.outstanding.description")}
      actions={
        outstanding.length > 0 && (
          <Button
            type="button"
            size="small"
            variant="secondary"
            aria-pressed={isTable}
            onClick={() => setIsTable(!isTable)}
          >
            {t("overview.outstanding.asTable")}
          </Button>
        )
      }
    >
      {outstanding.length === 0 && (
        <Text size="small" className="text-ui-fg-subtle px-6 py-4">
          {t("overview.outstanding.none")}
        </Text>
      )}
      {outstanding.map((of) => (
        <div key={of.currency_code} className="px-6 py-4">
          <div className="mb-4 flex items-baseline justify-between gap-x-4">
            <Heading level="h3">{of.currency_code.toUpperCase()}</Heading>
            <Text size="small" weight="plus">
              <Amount value={of.amount} currencyCode={of.currency_code} />
            </Text>
          </div>
          {isTable ? <OutstandingTable of={of} /> : <OutstandingChart of={of} />}
        </div>
      ))}
    </Section>
  )
}
