import { Alert, Text } from "@medusajs/ui"
import { Link } from "react-router-dom"

import { useTexts } from "../../lib/texts"
import { useEInvoiceQuery } from "../../lib/use-e-invoice-query"
import { ActorName } from "../actor-name"
import { Moment } from "../moment"
import { type LoggedOperation, parseOperationPage } from "./operation-data"
import { operationPage } from "./operation-target"
import { SettleButtons } from "./settle-buttons"
import { useOperationName } from "./use-operation-name"

/** What a page is about, as the operation log is asked for it. */
export type OperationsOf =
  | { readonly subject_uuid: string }
  | { readonly order_id: string }
  | { readonly customer_id: string }
  | { readonly e_invoice_order_id: string }

/** Operations of one subject of which nobody knows whether they took effect; undefined while that is being asked. */
export const useOpenOperations = (of: OperationsOf): readonly LoggedOperation[] | undefined =>
  useEInvoiceQuery(
    {
      path: "/operation-log",
      query: { ...of, state: "in_doubt", limit: 20 },
      isAlwaysFresh: true,
    },
    parseOperationPage
  ).data?.rows

/** Operations in doubt on the page of what they are about: nothing while there is none. */
export const OpenOperations = (of: OperationsOf) => (
  <OperationsInDoubt operations={useOpenOperations(of) ?? []} />
)

/** Operations in doubt with what is known, and what a person can say of each. */
export const OperationsInDoubt = ({ operations }: { operations: readonly LoggedOperation[] }) => {
  const t = useTexts()
  const nameOf = useOperationName()

  return operations.map((operation) => {
    const { id, actor, created_at } = operation
    return (
      <div key={id} className="flex flex-col gap-y-3 px-6 py-4">
        <Alert variant="warning">
          <Text size="small" weight="plus">
            {t("operations.notice.title", {
              operation: nameOf(operation.operation),
            })}
          </Text>
          <Text size="small" className="text-ui-fg-subtle">
            {t("operations.notice.advice")}
          </Text>
        </Alert>
        <div className="text-ui-fg-subtle txt-compact-small flex flex-wrap gap-x-4 gap-y-1">
          {created_at && (
            <span>
              {t("operations.list.since")} <Moment at={created_at} />
            </span>
          )}
          <span>
            {t("operations.list.by")} <ActorName actor={actor} />
          </span>
          <Link
            to={operationPage(id)}
            className="text-ui-fg-base focus-visible:shadow-borders-focus rounded-sm underline underline-offset-2 outline-none"
          >
            {t("operations.notice.details")}
          </Link>
        </div>
        <SettleButtons operation={operation} />
      </div>
    )
  })
}
