import { type FlagFacts, flagsWithoutCause, isJudged } from "../order-warnings"
import { ATTENTION } from "../../../modules/e-invoice/orders/flags"

const facts = ({ order, ...changed }: Partial<FlagFacts> = {}): FlagFacts => ({
  order: { status: "SENT", paid: false, ...order },
  isFullyRefunded: false,
  orderStands: true,
  payment: { cancelled: false },
  isOrderedTwice: false,
  isBilled: false,
  isOverbilled: false,
  isNetted: false,
  isUnbilled: false,
  isSetOff: false,
  ...changed,
})

const cancelled = { status: "CANCELLED", paid: false } as const
const expired = { status: "EXPIRED", paid: false } as const
const invoiced = { status: "INVOICED", paid: false } as const
const paid = { status: "PAID", paid: true } as const
const credited = { status: "CREDITED", paid: false } as const

describe("flagsWithoutCause", () => {
  it.each([
    ["cancelled_at_service", { order: cancelled }],
    ["cancelled_at_service", { order: expired }],
    ["cancelled_after_capture", { order: cancelled }],
    ["paid_after_cancel", { order: paid, payment: { cancelled: true } }],
    ["paid_uncapturable", { order: paid, payment: { cancelled: true } }],
    ["invoiced_after_cancel", { order: invoiced, payment: { cancelled: true } }],
    ["cancel_failed", { order: invoiced }],
    ["cancel_failed", { order: expired }],
    ["order_missing", { orderStands: false, payment: undefined }],
    ["order_missing", { order: paid, orderStands: false }],
    ["payment_missing", { payment: undefined }],
    ["payment_missing", { order: paid, payment: undefined }],
    ["placed_unbilled", { order: cancelled, payment: { cancelled: true } }],
    ["ordered_twice", { order: paid, isOrderedTwice: true }],
    ["overbilled", { order: invoiced, isOverbilled: true }],
    ["overbilled", { order: paid, isOverbilled: true }],
    ["return_unrefunded", { order: paid, isNetted: true }],
    ["change_unbilled", { order: paid, isUnbilled: true }],
    ["return_unrefunded", { order: paid, isSetOff: true }],
  ] as const)("%s stays while its cause stays: %j", (flag, changed) => {
    expect(flagsWithoutCause([flag], facts(changed))).toEqual([])
  })

  it.each([
    ["cancelled_at_service", { order: cancelled, isBilled: true }],
    ["cancelled_at_service", { order: cancelled, orderStands: false }],
    ["cancelled_at_service", { order: invoiced }],
    ["cancelled_at_service", { order: paid }],
    ["cancelled_after_capture", { order: cancelled, isFullyRefunded: true }],
    ["cancelled_after_capture", { order: paid }],
    ["paid_after_cancel", { order: paid, isFullyRefunded: true }],
    ["paid_uncapturable", { order: paid, isFullyRefunded: true }],
    ["paid_uncapturable", { order: paid }],
    ["invoiced_after_cancel", { order: cancelled }],
    ["invoiced_after_cancel", { order: credited, payment: { cancelled: true } }],
    ["invoiced_after_cancel", { order: paid, payment: { cancelled: true } }],
    ["cancel_failed", { order: cancelled }],
    ["cancel_failed", { order: paid }],
    ["cancel_failed", { order: credited }],
    ["order_missing", {}],
    ["order_missing", { order: cancelled, orderStands: false }],
    ["order_missing", { order: paid, orderStands: false, isFullyRefunded: true }],
    ["payment_missing", {}],
    ["payment_missing", { order: cancelled, payment: undefined }],
    ["placed_unbilled", { isBilled: true }],
    ["ordered_twice", { order: paid }],
    ["placed_unbilled", { order: cancelled, orderStands: false }],
    ["overbilled", { order: invoiced }],
    ["overbilled", { order: cancelled, isOverbilled: true }],
    ["overbilled", { order: paid, isFullyRefunded: true, isOverbilled: true }],
    ["return_unrefunded", { order: paid }],
    ["return_unrefunded", { order: paid, orderStands: false, isNetted: true }],
    ["change_unbilled", { order: paid }],
    ["change_unbilled", { order: paid, orderStands: false, isUnbilled: true }],
  ] as const)("%s goes when its cause goes: %j", (flag, changed) => {
    expect(flagsWithoutCause([flag], facts(changed))).toEqual([flag])
  })

  it("leaves the flags that go with the act that settles them", () => {
    const others = ATTENTION.filter((flag) => !isJudged(flag))

    expect(others).toEqual([
      "refunded_at_service",
      "refund_in_doubt",
      "refund_failed",
      "shipped_unbilled",
      "hold_expired",
      "second_order",
      "status_unknown",
    ])
    expect(flagsWithoutCause(others, facts({ isFullyRefunded: true }))).toEqual([])
  })
})
