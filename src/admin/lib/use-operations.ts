import { z } from "zod"

import { lenientList } from "./answer-values"
import { isForbiddenByStatus, preconditionSchema } from "./operation-preconditions"
import { useTexts } from "./texts"
import { useEInvoiceQuery } from "./use-e-invoice-query"

const operationSchema = z.object({
  id: z.string(),
  area: z.string(),
  title: z.string(),
  method: z.string(),
  path: z.string(),
  overridden: z.boolean().catch(false),
  enabled: z.boolean(),
  option: z.string(),
  provenance: z.string(),
  assumed: z.array(z.string()).catch([]),
  safety: z.string(),
  preconditions: lenientList(preconditionSchema),
  route: z.object({ method: z.string(), path: z.string() }).nullable().catch(null),
  sources: z.array(z.string()).catch([]),
})

const answerSchema = z.object({ operations: lenientList(operationSchema) })

/** An operation of the service: what it rests on, whether the store may call it, and in which statuses it works. */
export type ServiceOperation = z.infer<typeof operationSchema>

const parseOperations = (answer: unknown): ServiceOperation[] =>
  answerSchema.parse(answer).operations

/** The operations of the service as this store has them configured: `GET /admin/e-invoice/operations`. */
export const useOperations = () => useEInvoiceQuery({ path: "/operations" }, parseOperations)

/**
 * Why an operation cannot be used, for the disabled button: switched off in the store's options, or not possible in the
 * record's status.
 *
 * @param operationId such as `orders.cancel`
 * @param status the record's status in the service's spelling; leave it out where none matters
 * @param statusInWords the same for the person, such as `t(statusWords(order).text)`; the service's spelling when left out
 * @returns undefined when it can be used, and while that is not known: the server decides in the end
 */
export const useUnavailability = (
  operationId: string,
  status?: string | null,
  statusInWords?: string
): string | undefined => {
  const t = useTexts()
  const { data: operations } = useOperations()
  const operation = operations?.find(({ id }) => id === operationId)

  if (operation?.enabled === false) {
    return t("forms.unavailable.switchedOff", { option: operation.option })
  }
  if (operation && status && isForbiddenByStatus(operation, status)) {
    return t("forms.unavailable.byStatus", { status: statusInWords ?? status })
  }
  return undefined
}
