import { z } from "zod"

import { lazily } from "../lazily"
import {
  listOf,
  maybeDigits,
  maybeFlag,
  maybeNumber,
  maybeRecord,
  maybeText,
  record,
  requiredText,
} from "./answer-values"
import { anyCustomer } from "./customer-body"
import {
  answeredAddress,
  answeredLine,
  delivery,
  linkDueDate,
  orderDate,
  productLine,
  reference,
} from "./order"
import { decimal, identifier } from "./request-values"

export const reservationParams = lazily(() =>
  z.strictObject({
    reservation_uuid: identifier,
  })
)

/** A line of a reservation or of a charge: an amount without quantity or discount. */
export const reservationLines = lazily(() =>
  z
    .array(productLine().omit({ quantity: true, discount: true }))
    .min(1, "must hold at least one product line")
)

/** What both ways to create a reservation take; amounts in major units, charge validity in days. */
export const reservationBody = lazily(() => ({
  products: reservationLines(),
  orderSummary: z.strictObject({
    subTotal: decimal,
    totalTax: decimal,
    grandTotal: decimal,
  }),
  orderDate: orderDate(),
  dueDateForPaymentLink: linkDueDate().optional(),
  sendOrderBy: delivery().optional(),
  customerDetails: anyCustomer(),
  chargeValidity: z
    .string()
    .regex(/^\d{1,3}$/, "must be a number of days, as a string of digits")
    .nullable()
    .optional(),
  referenceNo: reference().optional(),
  customerReference: reference().optional(),
  customerNotes: reference().optional(),
  tnc: reference().optional(),
  settings: z
    .strictObject({
      secureDetails: z.boolean().optional(),
      isChargePartiallyRefundable: z.boolean().optional(),
    })
    .optional(),
}))

// The end of the documented record is in no stored copy: a refund needs the ids of the lines that were moved.
const moneyMoved = lazily(() =>
  listOf(
    record({
      uuid: maybeText,
      at: maybeText,
      amount: maybeNumber,
      products: listOf(
        record({ id: maybeNumber, name: maybeText, amount: maybeNumber }).meta({
          title: "MovementLine",
        })
      ).catch([]),
    }).meta({ title: "Movement" })
  ).catch([])
)

/** The reservation record; amounts in major units. */
export const reservationRecord = lazily(() =>
  record(
    {
      reservationUuid: requiredText,
      status: requiredText,
      isPaid: maybeFlag,
      productList: listOf(
        record({
          name: maybeText,
          ...answeredLine,
          reserved: maybeNumber,
          captured: maybeNumber,
        }).meta({ title: "ReservationLine" })
      ).catch([]),
      grandTotal: maybeNumber,
      reservationDate: maybeText,
      paymentLinkDueDate: maybeText,
      sendOrderBy: maybeRecord({ sms: maybeFlag, email: maybeFlag }),
      customerDetails: maybeRecord({
        countryCode: maybeText,
        msisdn: maybeText,
        email: maybeText,
        name: maybeText,
        address: maybeRecord(answeredAddress()),
      }),
      referenceNumber: maybeText,
      chargeValidity: maybeDigits,
      customerReference: maybeText,
      customerNotes: maybeText,
      termsAndCondition: maybeText,
      paymentDetails: maybeRecord({
        reservedAt: maybeText,
        reservedAmount: maybeNumber,
        capturedAmount: maybeNumber,
        chargedAmount: maybeNumber,
        amountRefunded: maybeRecord({
          fromCaptured: maybeNumber,
          fromCharge: maybeNumber,
        }),
      }),
      paymentHistory: maybeRecord({
        reserved: moneyMoved(),
        captured: moneyMoved(),
        charged: moneyMoved(),
      }),
    },
    { reservationUuid: "uuid" }
  )
)

/** One event of a reservation's history; amount in major units. */
export const reservationEvent = lazily(() =>
  record({
    uuid: maybeText,
    title: maybeText,
    datetime: maybeText,
    sentTo: maybeText,
    actionBy: maybeText,
    note: maybeText,
    paymentMethod: maybeText,
    isRefundable: maybeFlag,
    amount: maybeNumber,
  }).meta({ title: "ReservationEvent" })
)
