import type EInvoiceModuleService from "../../../src/modules/e-invoice/service"
import type { HaltPoint } from "./messages"

type Method = (this: unknown, ...values: unknown[]) => Promise<unknown>

/** What can be made to stand still. */
const collaborators = {
  connect: ({ connect }) => connect,
  holds: ({ orders: { holds } }) => holds,
  inbox: ({ inbox }) => inbox,
  journal: ({ orders: { creations } }) => creations,
  refunds: ({ refunds }) => refunds,
  shopperData: ({ shopperData }) => shopperData,
  statuses: ({ orders: { statuses } }) => statuses,
  timeline: ({ timeline }) => timeline,
} satisfies Record<string, (eInvoice: EInvoiceModuleService) => object>

const isCollaborator = (name: string): name is keyof typeof collaborators =>
  Object.hasOwn(collaborators, name)

/**
 * Makes the next call of a method stand still for ever, just before or just after it does its work: what the process
 * holds in memory at that moment is lost when it is then killed, and what it wrote stays. Calls that reach no halt point
 * run on.
 *
 * This lives with the tests and takes hold of the objects of a running store from outside; the plugin has no such hook.
 *
 * @param onReached called once, when the point is reached
 * @throws RangeError when there is no such method
 */
export function haltAt(
  eInvoice: EInvoiceModuleService,
  { method, when, given }: HaltPoint,
  onReached: () => void
): void {
  const [owner = "", name = ""] = method.split(".")
  const target = isCollaborator(owner) ? collaborators[owner](eInvoice) : undefined
  const original: unknown = target && Reflect.get(target, name)
  if (!target || !isMethod(original)) {
    throw new RangeError(`There is no method ${method} to halt at.`)
  }
  let reached = false
  const halt = () => {
    reached = true
    onReached()
    return new Promise<never>(() => undefined)
  }
  const halting: Method = async function (...values) {
    if (reached || !speaksOf(values, given)) {
      return original.apply(target, values)
    }
    if (when === "before") {
      return halt()
    }
    const result = await original.apply(target, values)
    return reached ? result : halt()
  }
  Object.defineProperty(target, name, {
    value: halting,
    configurable: true,
    writable: true,
  })
}

const isMethod = (value: unknown): value is Method => typeof value === "function"

function speaksOf(values: unknown[], given: string | undefined): boolean {
  return (
    given === undefined ||
    values.some((value) => value === given || fieldsOf(value).includes(given))
  )
}

const fieldsOf = (value: unknown): unknown[] =>
  typeof value === "object" && value !== null ? Object.values(value) : []
