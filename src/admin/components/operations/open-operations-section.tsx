import { useTexts } from "../../lib/texts"
import { Section } from "../section"
import { type OperationsOf, OperationsInDoubt, useOpenOperations } from "./open-operations"

/** Operations in doubt in a section of their own; nothing while there is none. */
export const OpenOperationsSection = (of: OperationsOf) => {
  const t = useTexts()
  const operations = useOpenOperations(of) ?? []

  return operations.length > 0 ? (
    <Section title={t("operations.list.title")}>
      <OperationsInDoubt operations={operations} />
    </Section>
  ) : null
}
