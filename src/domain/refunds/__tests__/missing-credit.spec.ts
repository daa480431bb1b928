import type { Attention } from "../../../modules/e-invoice/orders/flags"
import {
  APPROVAL_REFUSED,
  LESSENED,
  NOT_CARRIED_OUT,
  REPLACED,
  REPLACED_NOT_GIVEN,
  type RefundRow,
} from "../../../modules/e-invoice/refunds/refund-row"
import type { CountedRefund } from "../refund-approval"
import {
  askedForOre,
  CREDIT_MISSING,
  creditGivenByHand,
  creditsInDoubt,
  isOfBefore,
  mayBeCarriedOutYet,
  missingCreditOf,
  perhapsCarriedOutBeside,
  recordedAskedOre,
  refuseWhereCreditIsMissing,
} from "../credit-by-hand"
import { RefundScene } from "./refund-scene"

const failed = (kind: string) => ({ kind, message: "", at: "" })
const BEGAN = new Date("2026-03-01T10:00:00Z")
const LATER = new Date("2026-03-01T10:00:01Z")
const refund = (more: Partial<RefundRow> = {}): CountedRefund =>
  ({
    id: "einvref_1",
    attempt: 1,
    purpose: "refund",
    state: "rejected",
    amount: "99.90",
    type: null,
    failure: failed("refused"),
    down_to: null,
    created_at: BEGAN,
    ...more,
  }) as CountedRefund
const credit = (more: Partial<RefundRow> = {}) =>
  refund({ purpose: "credit", failure: failed("left-to-staff"), ...more })
const replacedCredit = credit({ id: "einvref_before", failure: failed(REPLACED) })

const invoice = (
  flags: Attention[] = [],
  more: { paid?: boolean; cancelRequestedAt?: Date | null; orderChangedAt?: Date | null } = {}
) => ({
  id: "einvord_1",
  paid: true,
  cancelRequestedAt: null,
  orderChangedAt: null,
  flags,
  ...more,
})

describe("what an invoice asks for", () => {
  it.each([
    ["0", "0", 34_870n, 34_870n],
    ["99.90", "0", 24_880n, 24_880n],
    ["99.90", "100.00", 24_870n, 24_880n],
    ["99.90", "99.89", 24_880n, 24_880n],
  ])("with %s credited and %s refunded", (creditedTotal, refundedTotal, asked, recorded) => {
    const order = { grandTotal: "348.70", creditedTotal, refundedTotal }

    expect(askedForOre(order)).toBe(asked)
    expect(recordedAskedOre(order)).toBe(recorded)
  })
})

describe("the credit that an invoice lacks", () => {
  const first = credit({ id: "einvref_first" })
  const last = credit({ id: "einvref_last" })

  it("is the last one that was not sent, of a paid invoice that does not follow its order", () => {
    expect(missingCreditOf(invoice(["change_not_followed"]), [first, last])).toBe(last)
    expect(missingCreditOf(invoice(["change_not_followed"], { paid: false }), [last])).toBe(
      undefined
    )
    expect(missingCreditOf(invoice(["refunded_at_service"]), [last])).toBe(undefined)
  })

  it.each([
    ["a refund", refund()],
    ["one that was carried out", credit({ state: "succeeded" })],
    ["one in doubt", credit({ state: "in_doubt" })],
    ["one in whose place came another", replacedCredit],
    ["one that was found not given", credit({ failure: failed(REPLACED_NOT_GIVEN) })],
    ["one that became less", credit({ failure: failed(LESSENED) })],
  ])("is not %s", (_what, row) => {
    const order = invoice(["change_not_followed"])

    expect(missingCreditOf(order, [row])).toBe(undefined)
    expect(missingCreditOf(order, [first, row])).toBe(first)
  })

  it("is also one of which no failure is known", () => {
    const unknown = credit({ failure: null })
    expect(missingCreditOf(invoice(["change_not_followed"]), [first, unknown])).toBe(unknown)
  })

  it.each<[Attention[], Date | null, boolean]>([
    [["change_not_followed"], null, true],
    [["cancel_failed"], null, true],
    [["refunded_at_service"], null, true],
    [["overbilled"], null, true],
    [["refund_failed"], null, false],
    [["refund_failed", "overbilled"], null, true],
    [[], null, false],
    [[], BEGAN, true],
  ])("may have been given by hand with flags %j, cancelled %p: %p", (flags, at, may) => {
    expect(creditGivenByHand(invoice(flags, { cancelRequestedAt: at }), [first, last])).toBe(
      may ? last : undefined
    )
  })
})

describe("a refund of a paid invoice", () => {
  const refusalOf = async (flags: Attention[], ...rows: Partial<RefundRow>[]) => {
    const scene = new RefundScene()
    for (const row of rows) {
      scene.refunds.add({ amount: "99.90", ...row })
    }
    return refuseWhereCreditIsMissing(scene.dependencies, invoice(flags)).then(
      () => undefined,
      (error: { code: string; type: string; message: string }) => error
    )
  }
  const missing = { ...credit(), id: "einvref_missing" }

  it.each<[string, Attention[], { paid?: boolean; orderChangedAt?: Date | null }, boolean]>([
    ["is refused", ["change_not_followed"], { orderChangedAt: BEGAN }, true],
    ["goes out unless it is flagged", [], { orderChangedAt: BEGAN }, false],
    [
      "goes out unless it is paid",
      ["change_not_followed"],
      { orderChangedAt: BEGAN, paid: false },
      false,
    ],
    ["goes out once it is followed", ["change_not_followed"], {}, false],
  ])("%s whose changed order is not followed", async (_, flags, more, isRefused) => {
    const { dependencies } = new RefundScene()
    const refused = refuseWhereCreditIsMissing(dependencies, invoice(flags, more))
    await (isRefused
      ? expect(refused).rejects.toMatchObject({ code: "not_followed_yet" })
      : expect(refused).resolves.toBeUndefined())
  })

  it("names a credit that is missing, also of an order that changed again since", async () => {
    const scene = new RefundScene()
    scene.refunds.add(missing)
    const changed = invoice(["change_not_followed"], { orderChangedAt: BEGAN })
    await expect(refuseWhereCreditIsMissing(scene.dependencies, changed)).rejects.toMatchObject({
      code: CREDIT_MISSING,
    })
  })

  it("is refused while a credit is missing, and names it", async () => {
    const refusal = await refusalOf(["change_not_followed"], missing)

    expect(refusal).toMatchObject({ code: CREDIT_MISSING, type: "not_allowed" })
    expect(refusal?.message).toContain("paid 99.90 ")
    expect(refusal?.message).toContain("missing. Refund it ")
  })

  it.each<[string, Attention[], Partial<RefundRow>[], RegExp]>([
    [
      "an earlier credit",
      ["change_not_followed", "refunded_at_service"],
      [missing, replacedCredit],
      /missing\. First record .* earlier credit: less/,
    ],
    [
      "what the service shows",
      ["change_not_followed", "refunded_at_service"],
      [missing],
      /missing\. The service shows a refund .* record that first\./,
    ],
  ])("is refused with what to record of %s first", async (_what, flags, rows, sentence) => {
    expect((await refusalOf(flags, ...rows))?.message).toMatch(sentence)
  })

  it("is not refused where none is missing", async () => {
    expect(await refusalOf(["change_not_followed"])).toBeUndefined()
    expect(await refusalOf([], missing)).toBeUndefined()
  })
})

describe("whether a credit was for what the order was before", () => {
  it.each<[string, RefundRow, bigint | undefined, boolean]>([
    ["another took its place", replacedCredit, undefined, true],
    ["its payment is over another amount", credit({ down_to: "248.80" }), 34_870n, true],
    ["its payment is over just that", credit({ down_to: "248.80" }), 24_880n, false],
    ["it has no payment", credit({ down_to: "248.80" }), undefined, false],
    ["it tells no amount", credit(), 34_870n, false],
    ["it is a refund", refund({ down_to: "248.80" }), 34_870n, false],
  ])("where %s", (_what, row, paymentOre, is) => {
    expect(isOfBefore(row, paymentOre)).toBe(is)
  })
})

describe("the credits in doubt", () => {
  const gone = credit({ down_to: "248.80" })

  it.each<[string, Attention[], CountedRefund, boolean]>([
    ["one that is prepared", [], credit({ state: "prepared" }), true],
    ["one that is sent", [], credit({ state: "sending" }), true],
    ["one that was carried out", [], credit({ state: "succeeded" }), false],
    ["a refund in doubt", ["overbilled"], refund({ state: "in_doubt" }), false],
    ["one that was replaced, while one is missing", ["overbilled"], replacedCredit, true],
    ["one that was replaced, while none is", [], replacedCredit, false],
    ["one missing no more, while a refund is not recorded", ["refunded_at_service"], gone, true],
    ["one missing no more, while all are", ["overbilled"], gone, false],
    ["one that is missing", ["refunded_at_service"], credit({ down_to: "348.70" }), false],
  ])("have, or have not, %s", (_what, flags, row, is) => {
    expect(creditsInDoubt(invoice(flags), [row], 34_870n)).toEqual(is ? [row] : [])
  })

  it("are only the last of those that are missing no more", () => {
    const last = { ...gone, id: "einvref_last" }
    expect(creditsInDoubt(invoice(["refunded_at_service"]), [gone, last], 34_870n)).toEqual([last])
  })
})

describe("whether a rejected refund may have been carried out", () => {
  type Approval = Parameters<typeof mayBeCarriedOutYet>[1]["approval"]
  const may = (
    row: RefundRow,
    {
      approval,
      flags = [],
      beside = [],
    }: { approval?: Approval; flags?: Attention[]; beside?: RefundRow[] }
  ) => mayBeCarriedOutYet(invoice(flags), { row, approval, rows: [row, ...beside] })
  const ruledOut = refund({ failure: failed(NOT_CARRIED_OUT) })
  const flags: Attention[] = ["change_not_followed"]
  const beyond = (key: string, row = refund()): RefundRow => ({
    ...row,
    failure: { ...failed("conflict"), messageKey: `refundRejectionFor${key}` },
  })

  it.each<[string, RefundRow, Parameters<typeof may>[1], boolean]>([
    ["ruled out by staff", ruledOut, {}, true],
    ["ruled out, in doubt since", { ...ruledOut, state: "in_doubt" }, {}, false],
    ["ruled out, awaiting its operator", ruledOut, { approval: "open" }, false],
    ["not approved", refund({ failure: failed(APPROVAL_REFUSED) }), {}, true],
    ["decided against", refund(), { approval: "not-carried-out" }, true],
    ["refused", refund(), {}, false],
    ["refused as more than a line has left", beyond("OutOfRunwayParamProduct"), {}, true],
    ["refused as more than the order", beyond("RefundRequestGreaterThanOrderAmount"), {}, true],
    ["refused for another reason", beyond("TransactionNotFound"), {}, false],
    [
      "a credit, refused as more than is left",
      beyond("OutOfRunwayParamAmount", credit()),
      {},
      false,
    ],
    ["a credit that is missing", credit(), { flags }, true],
    ["a credit without a failure, missing no more", credit({ failure: null }), {}, false],
    ["a credit that is missing no more", credit(), {}, false],
    ["a credit beside a replaced one", credit(), { flags, beside: [replacedCredit] }, false],
    ["a credit that was replaced", replacedCredit, { flags }, true],
    ["a credit that was replaced, of an order that is followed", replacedCredit, {}, false],
    ["a credit found not given", credit({ failure: failed(NOT_CARRIED_OUT) }), {}, true],
    [
      "a credit found not given after it was replaced",
      credit({ failure: failed(REPLACED_NOT_GIVEN) }),
      {},
      true,
    ],
  ])("%s", (_what, row, given, is) => {
    expect(may(row, given)).toBe(is)
  })

  it.each<[string, Partial<RefundRow>, boolean]>([
    ["the portal refunded as much since", {}, false],
    ["that was refused", { state: "rejected", failure: null }, true],
    ["that was sent from here", { type: "regular" }, true],
    ["that was of another amount", { amount: "99.91" }, true],
    ["that was before", { created_at: BEGAN }, true],
  ])("one that was ruled out, where %s", (_what, more, is) => {
    const since = refund({ id: "einvref_2", state: "succeeded", created_at: LATER, ...more })
    expect(may(ruledOut, { beside: [since] })).toBe(is)
  })

  it.each<[string, Partial<RefundRow>, boolean]>([
    ["as much was recorded since", { settled_at: LATER }, false],
    ["as much was sent since", { created_at: LATER }, false],
    ["as much was refunded before", { settled_at: BEGAN }, true],
    ["another amount was recorded since", { settled_at: LATER, amount: "99.91" }, true],
    ["as much was rejected since", { settled_at: LATER, state: "rejected" }, true],
  ])("one that was more than is left, where %s", (_what, more, is) => {
    const since = refund({ id: "einvref_2", state: "succeeded", settled_at: null, ...more })
    const row = { ...beyond("OutOfRunwayParamAmount"), settled_at: null }
    expect(may(row, { beside: [since] })).toBe(is)
  })

  it("explains what the service shows, beside another refund", async () => {
    const scene = new RefundScene()
    scene.refunds.add({ ...ruledOut, id: "einvref_ruled_out", amount: "10.01" })
    scene.refunds.add({ ...refund(), id: "einvref_refused", amount: "20.02" })
    scene.refunds.add({ id: "einvref_open", state: "in_doubt", amount: "30.03" })
    scene.refunds.add({ id: "einvref_done", amount: "40.04" })
    scene.refunds.add({
      id: "einvref_asked",
      state: "rejected",
      amount: "50.05",
      attempt: 2,
      failure: { ...failed("conflict"), messageKey: "refundRejectionForWeeklyThresholdExceed" },
    })
    const beside = (id: string) => perhapsCarriedOutBeside(scene.dependencies, invoice(), { id })

    expect(await beside("einvref_done")).toEqual([1_001n, 3_003n])
    expect(await beside("einvref_open")).toEqual([1_001n])
    scene.approvals.set("refund-approval:einvref_asked:2", { state: "succeeded" })
    expect(await beside("einvref_done")).toEqual([1_001n, 3_003n, 5_005n])
  })
})
