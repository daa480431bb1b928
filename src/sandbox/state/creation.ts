import { kronerText, oreOf } from "../money"
import type { Customer } from "./customer"
import type { Order, OrderKind, OrderLine } from "./order"
import type { World } from "./world"

type Decimal = number | string

/** A product line as requests carry it: kroner and percent. */
export type SentLine = {
  name: string
  productId?: string | null
  quantity?: Decimal
  rate: Decimal
  discount?: Decimal | null
  tax: Decimal
  amount: Decimal
}

type SentSummary = {
  subTotal: Decimal
  totalTax: Decimal
  totalDiscount?: Decimal
  grandTotal: Decimal
}

export type SentAddress = {
  street: string
  zip: string
  city: string
  country: string
}

/** A customer as requests carry one. */
export type SentCustomer = {
  type: "private" | "corporate"
  name: string
  countryCode: string
  msisdn: string
  email: string
  preferredLanguage?: string | null
  personalNumber?: string | null
  organizationId?: string | null
  address: SentAddress
}

export type OrderDraft = {
  kind: OrderKind
  /** Absent for a session made without a customer. */
  customer?: SentCustomer | undefined
  products: readonly SentLine[]
  summary: SentSummary
  /** Unix seconds. */
  orderDate: number
  dueAt?: number | null
  paymentMethod: string
  referenceNo?: string | null
  customerReference?: string | null
  invoiceTerms?: Order["invoiceTerms"]
  callbackUrl?: string | null
  redirects?: Order["redirects"]
}

/** The account's fees in kroner without VAT, and VAT in percent: made up, the same for every company. */
export const invoiceFees = {
  B2BInvoiceFee: 59,
  B2BVatRate: "25",
  B2CInvoiceFee: 39,
  B2CVatRate: "25",
}

/** Adds an order in its initial state, SENT. */
export function addOrder(world: World, draft: OrderDraft): Order {
  const order = storedOrder(world, draft)
  if (world.settings.addInvoiceFee && draft.invoiceTerms?.invoiceFeeApplicable) {
    addFee(world, order, draft.customer?.type === "corporate")
  }
  return keepOrder(world, order)
}

/** Adds an order as it stands, and books what it bills. */
export function keepOrder(world: World, order: Order): Order {
  world.book("billed", order.uuid, order.grandTotalOre)
  return world.orders.add(order)
}

/** Adds the account's fee as a line of its own. How the service shows it is not known. */
function addFee(world: World, order: Order, isCompany: boolean): void {
  const [fee, rate] = isCompany
    ? [invoiceFees.B2BInvoiceFee, invoiceFees.B2BVatRate]
    : [invoiceFees.B2CInvoiceFee, invoiceFees.B2CVatRate]
  const feeOre = oreOf(fee)
  const taxOre = Math.round((feeOre * Number(rate)) / 100)
  const amount = kronerText(feeOre + taxOre)
  order.lines.push(storedLine(world, { name: "Invoice fee", rate: amount, tax: rate, amount }))
  order.subTotalOre += feeOre
  order.totalTaxOre += taxOre
  order.grandTotalOre += feeOre + taxOre
}

function storedOrder(world: World, draft: OrderDraft): Order {
  const customer = draft.customer && findOrAddCustomer(world, draft.customer)
  return {
    uuid: world.newIdentifier("ODR", (uuid) => world.orders.has(uuid)),
    kind: draft.kind,
    customerUuid: customer?.uuid ?? null,
    status: "SENT",
    createdAt: world.clock.seconds(),
    orderDate: draft.orderDate,
    dueAt: draft.dueAt ?? null,
    lines: draft.products.map((line) => storedLine(world, line)),
    subTotalOre: oreOf(draft.summary.subTotal),
    totalTaxOre: oreOf(draft.summary.totalTax),
    totalDiscountOre: oreOf(draft.summary.totalDiscount ?? 0),
    grandTotalOre: oreOf(draft.summary.grandTotal),
    receivedOre: 0,
    refundedOre: 0,
    creditedOre: 0,
    refundedAt: [],
    invoiceNumber: null,
    paymentMethod: draft.paymentMethod,
    referenceNo: draft.referenceNo ?? null,
    customerReference: draft.customerReference ?? null,
    invoiceTerms: draft.invoiceTerms ?? null,
    callbackUrl: draft.callbackUrl ?? null,
    redirects: draft.redirects ?? null,
    planned: null,
    history: [{ at: world.timestamp(), title: "order-created", note: null }],
  }
}

/** A line with the number a later refund names. */
export function storedLine(world: World, line: SentLine): OrderLine {
  return {
    id: world.nextLineId++,
    name: line.name,
    productId: line.productId ?? null,
    quantity: Number(line.quantity ?? 1),
    rate: Number(line.rate),
    discount: Number(line.discount ?? 0),
    tax: Number(line.tax),
    amountOre: oreOf(line.amount),
    refundedOre: 0,
  }
}

/**
 * The customer with the same personal or organization number (else the same e-mail), brought up to date by what is sent; or
 * a new one.
 */
export function findOrAddCustomer(world: World, sent: SentCustomer): Customer {
  const known = world.customers.list().find((one) => isSame(one, sent))
  const uuid = known?.uuid ?? world.newIdentifier("CSRT", (taken) => world.customers.has(taken))
  return world.customers.add({
    uuid,
    type: sent.type,
    name: sent.name,
    countryCode: sent.countryCode || (known?.countryCode ?? ""),
    msisdn: sent.msisdn || (known?.msisdn ?? ""),
    email: sent.email || (known?.email ?? ""),
    preferredLanguage: sent.preferredLanguage ?? "no",
    personalNumber: sent.personalNumber ?? known?.personalNumber ?? null,
    organizationId: sent.organizationId ?? known?.organizationId ?? null,
    billing: {
      uuid: known?.billing.uuid ?? `ADRS${world.random.digits(10)}`,
      ...sent.address,
    },
    shipping: known?.shipping ?? null,
    contacts: known?.contacts ?? [],
  })
}

function isSame(one: Customer, sent: SentCustomer): boolean {
  if (sent.personalNumber) {
    return one.personalNumber === sent.personalNumber
  }
  if (sent.organizationId) {
    return one.organizationId === sent.organizationId
  }
  return sent.email !== "" && one.type === sent.type && one.email === sent.email
}

/** The amounts of an order that should agree with each other, in øre. */
type Totals = {
  linesOre: number
  partsOre: number
  grandTotalOre: number
  totalDiscountOre: number
  /** What the lines' discounts add up to, as sent. */
  lineDiscountsOre: number
  /** The same without the tax of each line; not rounded. */
  lineDiscountsWithoutTaxOre: number
  /** How many the lines have: rounding may move the discount without tax by an øre for each. */
  vatRates: number
}

export function totalsOfOrder(order: Order): Totals {
  return {
    linesOre: order.lines.reduce((sum, line) => sum + line.amountOre, 0),
    partsOre: order.subTotalOre - order.totalDiscountOre + order.totalTaxOre,
    grandTotalOre: order.grandTotalOre,
    totalDiscountOre: order.totalDiscountOre,
    ...discountsOf(order.lines),
  }
}

export function totalsOfRequest(products: readonly SentLine[], summary: SentSummary): Totals {
  return {
    linesOre: products.reduce((sum, line) => sum + oreOf(line.amount), 0),
    partsOre: oreOf(summary.subTotal) - oreOf(summary.totalDiscount ?? 0) + oreOf(summary.totalTax),
    grandTotalOre: oreOf(summary.grandTotal),
    totalDiscountOre: oreOf(summary.totalDiscount ?? 0),
    ...discountsOf(products),
  }
}

function discountsOf(lines: readonly Pick<SentLine, "discount" | "tax">[]) {
  let lineDiscountsOre = 0
  let lineDiscountsWithoutTaxOre = 0
  for (const { discount, tax } of lines) {
    const discountOre = oreOf(discount ?? 0)
    lineDiscountsOre += discountOre
    lineDiscountsWithoutTaxOre += (discountOre * 100) / (100 + Number(tax))
  }
  const vatRates = new Set(lines.map(({ tax }) => Number(tax))).size
  return { lineDiscountsOre, lineDiscountsWithoutTaxOre, vatRates }
}

/**
 * Why totals do not add up, in sentences; empty when they do. The service's own rule is unknown; these are what any
 * reading of the fields shares: the lines sum to the grand total, so do the parts of the summary, and the total discount
 * is that of the lines, with their tax or without it.
 */
export function totalsOff({
  linesOre,
  partsOre,
  grandTotalOre,
  totalDiscountOre,
  lineDiscountsOre,
  lineDiscountsWithoutTaxOre,
  vatRates,
}: Totals): string[] {
  const grand = kronerText(grandTotalOre)
  const sentences: string[] = []
  if (linesOre !== grandTotalOre) {
    sentences.push(
      `The products amounts sum to ${kronerText(linesOre)}, the order summary.grand total is ${grand}.`
    )
  }
  if (partsOre !== grandTotalOre) {
    sentences.push(
      `The order summary.sub total - total discount + total tax is ${kronerText(partsOre)}, the grand total is ${grand}.`
    )
  }
  const isOfLines =
    totalDiscountOre === lineDiscountsOre ||
    Math.abs(totalDiscountOre - lineDiscountsWithoutTaxOre) <= vatRates
  if (!isOfLines) {
    sentences.push(
      `The order summary.total discount is ${kronerText(totalDiscountOre)}, the products discounts sum to ${kronerText(lineDiscountsOre)} with tax and ${kronerText(Math.round(lineDiscountsWithoutTaxOre))} without.`
    )
  }
  return sentences
}
