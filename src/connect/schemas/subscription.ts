import { z } from "zod"

import { lazily } from "../lazily"
import {
  isRecord,
  listOf,
  maybeDigits,
  maybeFlag,
  maybeNumber,
  maybeRecord,
  maybeText,
  onWire,
  record,
  requiredText,
} from "./answer-values"
import { subscriptionCustomer } from "./customer-body"
import {
  answeredAddress,
  answeredLine,
  linkDueDate,
  orderSummary,
  productLines,
  reference,
} from "./order"
import { decimal, identifier, isoDate, text } from "./request-values"

export const subscriptionParams = lazily(() =>
  z.strictObject({
    subscriptionUuid: identifier,
  })
)

/** A date as subscriptions write it: `21 Feb, 2023`. */
const dayMonthYear = lazily(() =>
  z.string().regex(/^\d{2} [A-Z][a-z]{2}, \d{4}$/, "must be a date such as 21 Feb, 2023")
)

/** What both ways to create a subscription take; amounts in major units. */
export const subscriptionBody = lazily(() => ({
  products: productLines(),
  billingFrequency: text,
  numberOfRepeats: decimal,
  orderSummary: orderSummary().extend({
    payablePerCycle: decimal,
    initialCycleAmount: decimal.nullable().optional(),
  }),
  subscriptionStartDate: dayMonthYear(),
  subscriptionEndsDate: dayMonthYear(),
  dueDateForPaymentLink: linkDueDate().optional(),
  customerDetails: subscriptionCustomer(),
  customerNotes: reference().optional(),
  termsAndConditions: reference().optional(),
}))

/** Filters that both lists of the area take; the two dates go together. */
export const listFilters = lazily(() => ({
  page: z.int().min(1).optional(),
  phone: z.string().optional(),
  customerName: z.string().optional(),
  startDate: isoDate.optional(),
  endDate: isoDate.optional(),
}))

export const hasBothDates = (query: {
  startDate?: string | undefined
  endDate?: string | undefined
}) => (query.startDate === undefined) === (query.endDate === undefined)

export const bothDatesNeeded = {
  path: ["endDate"],
  message: "must be given together with startDate",
}

/** One row of the subscription list; amount in major units. */
export const subscriptionRow = lazily(() =>
  record(
    {
      subscriptionUuid: requiredText,
      orderUuid: maybeText,
      repeats: maybeNumber,
      frequency: maybeText,
      amount: maybeNumber,
      currency: maybeText,
      createdAt: maybeText,
      customerName: maybeText,
      clientName: maybeText,
      customerEmail: maybeText,
      countryCode: maybeText,
      msisdn: maybeText,
      status: requiredText,
      isPaid: maybeFlag,
      isRefundable: maybeFlag,
      numberOfPaidCycles: maybeNumber,
    },
    { subscriptionUuid: "uuid" }
  ).meta({ title: "SubscriptionRow" })
)

const subscriptionLine = lazily(() =>
  record({ productName: maybeText, ...answeredLine }, { productName: "name" }).meta({
    title: "SubscriptionLine",
  })
)

/** The service names cycles by their place in an object (`{ "Cycle 1": {...} }`): the name becomes a member. */
const namedCycles = (value: unknown): unknown =>
  isRecord(value)
    ? Object.entries(value).flatMap(([name, cycle]) =>
        isRecord(cycle) ? [{ name, ...cycle }] : []
      )
    : value

/** One cycle of a subscription; amounts in major units. Its name is what a refund of it is asked by. */
const cycle = {
  reference: maybeText,
  status: maybeText,
  invoiced: maybeFlag,
  amount: maybeNumber,
  startDate: maybeText,
  endDate: maybeText,
  isRefunded: maybeFlag,
  refundedAt: maybeText,
  refundedAmount: maybeNumber,
}

const subscriptionCycles = lazily(() =>
  onWire(z.preprocess(namedCycles, z.array(record({ name: requiredText, ...cycle }))), {
    kind: "names",
    item: record(cycle).meta({ title: "SubscriptionCycle" }),
  })
)

/** The subscription record; amounts in major units. */
export const subscriptionRecord = lazily(() =>
  record(
    {
      subscriptionUuid: requiredText,
      status: requiredText,
      subscriptionSummary: maybeRecord({
        subscriptionAmount: maybeNumber,
        amountPaid: maybeNumber,
        amountRefunded: maybeNumber,
        amountInBank: maybeNumber,
        startDate: maybeText,
        endDate: maybeText,
        dueDateForPaymentLink: maybeText,
        payablePerCycle: maybeNumber,
        frequency: maybeText,
        repeats: maybeNumber,
        currency: maybeText,
        currentCycle: maybeDigits,
        isPaid: maybeFlag,
        isRefundable: maybeFlag,
      }),
      productList: listOf(subscriptionLine()).catch([]),
      sendOrderBy: maybeRecord({ sms: maybeFlag, email: maybeFlag }),
      customerDetails: maybeRecord({
        customerUuid: maybeText,
        customerName: maybeText,
        customerEmail: maybeText,
        countryCode: maybeText,
        msisdn: maybeText,
        preferredLanguage: maybeText,
        address: maybeRecord(answeredAddress()),
      }),
      organizationDetails: maybeRecord({ name: maybeText }),
      subscriptionCycles: subscriptionCycles().catch([]),
      customerNote: maybeText,
      termsAndConditions: maybeText,
    },
    { subscriptionUuid: "uuid" }
  )
)

/** One row of the failed payment list; amount in major units. */
export const failedPaymentRow = lazily(() =>
  record(
    {
      orderUuid: requiredText,
      orderDate: maybeText,
      customerName: maybeText,
      clientName: maybeText,
      countryCode: maybeText,
      msisdn: maybeText,
      currency: maybeText,
      amount: maybeNumber,
      status: maybeText,
    },
    { orderUuid: "uuid" }
  ).meta({ title: "FailedPayment" })
)

/** A failed payment; amounts in major units. */
export const failedPaymentRecord = lazily(() =>
  record({
    subscriptionUuid: maybeText,
    orderDate: maybeText,
    customerNotes: maybeText,
    isInvoiced: maybeFlag,
    termsAndConditions: maybeText,
    customerName: maybeText,
    countryCode: maybeText,
    msisdn: maybeText,
    email: maybeText,
    ...answeredAddress(),
    subTotal: maybeNumber,
    totalDiscount: maybeNumber,
    totalTax: maybeNumber,
    currency: maybeText,
    status: maybeText,
    products: listOf(subscriptionLine()).catch([]),
  })
)
