import { randomBytes, randomUUID } from "node:crypto"

import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

import {
  INTENT_STATES,
  type IntentActor,
  type IntentState,
  statesBefore,
} from "../../src/modules/e-invoice/intent"
import type { Creations } from "../../src/modules/e-invoice/orders/creations"
import {
  type Attempt,
  CREATION_TRANSITIONS,
  type JournalFailure,
  type OrderRow,
} from "../../src/modules/e-invoice/orders/order-row"
import { ShopperDataStore } from "../../src/modules/e-invoice/personal-data/shopper-data"
import type { TimelineRecord } from "../../src/modules/e-invoice/timeline"
import { keyRing } from "../../src/modules/e-invoice/personal-data/encryption"
import { eInvoiceSuite } from "./support/e-invoice-suite"

const now = new Date("2026-03-01T12:00:00Z")
const failure: JournalFailure = {
  kind: "ambiguous",
  message: "No answer.",
  at: now.toISOString(),
}

const attempt: Attempt = {
  orderId: "order_1",
  cartId: "cart_1",
  referenceNo: "12",
  grandTotal: "435.88",
  callbackTokenHash: "hash",
  shopperDataId: "einvshop_1",
  customerFingerprint: "fingerprint",
  sentRequest: {
    products: [],
    orderSummary: {
      subTotal: "0",
      totalTax: "0",
      totalDiscount: "0",
      grandTotal: "435.88",
    },
    orderDate: "1772366400",
  },
}

eInvoiceSuite("checkout-journal", {}, (suite) => {
  const database = (): Knex => suite.container.resolve(ContainerRegistrationKeys.PG_CONNECTION)

  const prepare = (changes: Partial<Parameters<Creations["prepare"]>[0]> = {}) =>
    suite.eInvoice.orders.creations.prepare({
      id: suite.eInvoice.orders.creations.newId(),
      paymentSessionId: `payses_${randomUUID()}`,
      paymentCollectionId: `paycol_${randomUUID()}`,
      currencyCode: "nok",
      grandTotal: "435.88",
      callbackTokenHash: randomUUID(),
      ...changes,
    })

  /** The row as it is now: what is learned of it is of its present attempt. */
  const current = async ({ id }: { id: string }): Promise<OrderRow> => {
    const row = await suite.eInvoice.orders.creations.find(id)
    if (!row) {
      throw new Error(`There is no row ${id}.`)
    }
    return row
  }

  const send = async (row: OrderRow, at = now) =>
    suite.eInvoice.orders.creations.send(
      await current(row),
      { ...attempt, callbackTokenHash: row.callback_token_hash },
      at
    )

  const begin = (
    changes: Partial<Parameters<Creations["begin"]>[0]> = {},
    changedAttempt: Partial<Attempt> = {}
  ) => {
    const callbackTokenHash = randomUUID()
    return suite.eInvoice.orders.creations.begin(
      {
        id: suite.eInvoice.orders.creations.newId(),
        paymentSessionId: `payses_${randomUUID()}`,
        paymentCollectionId: `paycol_${randomUUID()}`,
        currencyCode: "nok",
        grandTotal: "435.88",
        callbackTokenHash,
        ...changes,
      },
      { ...attempt, callbackTokenHash, ...changedAttempt },
      now
    )
  }

  const rowIn = async (state: IntentState): Promise<OrderRow> => {
    const row = await prepare()
    await suite.eInvoice.updateEInvoiceOrders({
      id: row.id,
      state,
      sending_at: now,
      ...(state === "succeeded" && { remote_order_uuid: `ODR${randomUUID()}` }),
    })
    return { ...row, state }
  }

  const moves: Record<
    Exclude<IntentState, "prepared">,
    (row: OrderRow, actor: IntentActor) => Promise<OrderRow | undefined>
  > = {
    sending: (row) =>
      suite.eInvoice.orders.creations.send(row, {
        ...attempt,
        callbackTokenHash: row.callback_token_hash,
      }),
    succeeded: (row, actor) =>
      suite.eInvoice.orders.creations.succeeded(row, actor, {
        orderUuid: `ODR${randomUUID()}`,
        status: "SENT",
      }),
    rejected: (row, actor) => suite.eInvoice.orders.creations.rejected(row, actor, failure),
    in_doubt: (row, actor) =>
      actor === "lease"
        ? suite.eInvoice.orders.creations.senderLost(row, failure)
        : suite.eInvoice.orders.creations.inDoubt(row, failure, now),
    abandoned: (row) => suite.eInvoice.orders.creations.abandoned(row, failure),
  }

  describe("the journal's transitions", () => {
    /** Those by whom a row is ever moved to a state. */
    const actors = (to: IntentState): IntentActor[] =>
      (Object.keys(CREATION_TRANSITIONS) as IntentActor[]).filter(
        (actor) => statesBefore(CREATION_TRANSITIONS, actor, to).length > 0
      )

    for (const to of INTENT_STATES.filter((s) => s !== "prepared")) {
      for (const actor of actors(to)) {
        for (const from of INTENT_STATES) {
          const allowed = statesBefore(CREATION_TRANSITIONS, actor, to).includes(from)
          it(`${allowed ? "lead" : "do not lead"} by ${actor} from ${from} to ${to}`, async () => {
            const row = await rowIn(from)

            const moved = await moves[to as keyof typeof moves](row, actor)

            expect(moved?.state).toBe(allowed ? to : undefined)
            expect((await suite.eInvoice.orders.creations.find(row.id))?.state).toBe(
              allowed ? to : from
            )
          })

          if (allowed) {
            it(`never lead by ${actor} from ${from} of a later attempt to ${to}`, async () => {
              const row = await rowIn(from)
              await suite.eInvoice.updateEInvoiceOrders({
                id: row.id,
                attempt: row.attempt + 1,
              })

              const moved = await moves[to as keyof typeof moves](row, actor)

              expect(moved).toBeUndefined()
              expect((await suite.eInvoice.orders.creations.find(row.id))?.state).toBe(from)
            })
          }
        }
      }
    }
  })

  describe("a journal row", () => {
    it("is written once per payment session, whichever comes first", async () => {
      const paymentSessionId = "payses_shared"

      const rows = await Promise.all(
        Array.from({ length: 10 }, () => prepare({ paymentSessionId }))
      )

      expect(new Set(rows.map(({ id }) => id)).size).toBe(1)
      expect(await suite.eInvoice.listEInvoiceOrders()).toHaveLength(1)
    })

    it("keeps its amount exactly", async () => {
      const { id } = await prepare({ grandTotal: "1234567890.12" })

      const [row] = await suite.eInvoice.listEInvoiceOrders({ id })
      expect(row?.grand_total).toBe(1234567890.12)
      expect((await suite.eInvoice.orders.creations.find(id))?.grand_total).toBe("1234567890.12")
    })

    it("is sent by exactly one of many", async () => {
      const row = await prepare()

      const claims = await Promise.all(Array.from({ length: 20 }, () => send(row)))

      expect(claims.filter((claim) => claim !== undefined)).toHaveLength(1)
      expect(await suite.eInvoice.orders.creations.find(row.id)).toMatchObject({
        state: "sending",
        attempt: 1,
        sending_at: now,
        order_id: "order_1",
        cart_id: "cart_1",
        reference_no: "12",
        shopper_data_id: "einvshop_1",
        sent_request: attempt.sentRequest,
      })
    })

    it("is begun by exactly one of many, as it would be written and sent", async () => {
      const paymentSessionId = "payses_shared"

      const begun = await Promise.all(Array.from({ length: 20 }, () => begin({ paymentSessionId })))

      const [row, ...others] = begun.filter((one) => one !== undefined)
      expect(others).toEqual([])
      const sent = await prepare()
      await send(sent)
      const [one, other] = [
        await suite.eInvoice.orders.creations.find(row?.id ?? ""),
        await suite.eInvoice.orders.creations.find(sent.id),
      ]
      const own = {
        id: undefined,
        payment_session_id: undefined,
        payment_collection_id: undefined,
        callback_token_hash: undefined,
        created_at: undefined,
        updated_at: undefined,
      }
      expect({ ...one, ...own }).toEqual({ ...other, ...own })
    })

    it("is not begun where it was written already", async () => {
      const { payment_session_id: paymentSessionId } = await prepare()

      expect(await begin({ paymentSessionId })).toBeUndefined()
    })

    it("is not begun while another session of the same payment collection is open", async () => {
      const paymentCollectionId = "paycol_shared"

      const begun = await Promise.all(
        Array.from({ length: 10 }, () => begin({ paymentCollectionId }))
      )

      const [first, ...others] = begun.filter((one) => one !== undefined)
      expect(others).toEqual([])
      await suite.eInvoice.orders.creations.inDoubt(
        await current({ id: first?.id ?? "" }),
        failure,
        now
      )
      expect(await begin({ paymentCollectionId })).toBeUndefined()
      await suite.eInvoice.orders.creations.rejected(
        await current({ id: first?.id ?? "" }),
        "sender",
        failure
      )
      expect((await begin({ paymentCollectionId }))?.state).toBe("sending")
    })

    it("is not sent while another session of the same payment collection is open", async () => {
      const paymentCollectionId = "paycol_shared"
      const rows = await Promise.all(
        Array.from({ length: 10 }, () => prepare({ paymentCollectionId }))
      )

      const claims = await Promise.all(rows.map((row) => send(row)))

      const [claim, ...others] = claims.filter((one) => one !== undefined)
      expect(others).toEqual([])
      await suite.eInvoice.orders.creations.inDoubt(
        await current({ id: claim?.id ?? "" }),
        failure,
        now
      )
      const waiting = rows.find(({ id }) => id !== claim?.id)
      expect(waiting && (await send(waiting))).toBeUndefined()
      await suite.eInvoice.orders.creations.rejected(
        await current({ id: claim?.id ?? "" }),
        "sender",
        failure
      )
      expect(waiting && (await send(waiting))?.state).toBe("sending")
    })

    it("counts its attempts and forgets the failure of the one before", async () => {
      const row = await prepare()
      await send(row)
      await suite.eInvoice.orders.creations.rejected(await current(row), "sender", failure)
      await send(row)

      const created = await suite.eInvoice.orders.creations.succeeded(
        await current(row),
        "sender",
        {
          orderUuid: "ODR1",
          customerUuid: "CSRT1",
          status: "SENT",
        }
      )

      expect(created).toMatchObject({
        attempt: 2,
        failure: null,
        remote_order_uuid: "ODR1",
        remote_customer_uuid: "CSRT1",
        remote_status: "SENT",
      })
    })

    it("takes the same news twice, and no other", async () => {
      const row = await prepare()
      await send(row)
      const remote = { orderUuid: "ODR1", status: "SENT" as const }
      await suite.eInvoice.orders.creations.succeeded(await current(row), "sender", remote)

      expect(
        (await suite.eInvoice.orders.creations.succeeded(await current(row), "sender", remote))
          ?.state
      ).toBe("succeeded")
      expect(
        await suite.eInvoice.orders.creations.succeeded(await current(row), "sender", {
          orderUuid: "ODR2",
          status: "SENT",
        })
      ).toBeUndefined()
    })

    it("does not take an order that belongs to another", async () => {
      const [one, other] = [await prepare(), await prepare()]
      await Promise.all([send(one), send(other)])
      const remote = { orderUuid: "ODR1", status: "SENT" as const }
      await suite.eInvoice.orders.creations.succeeded(await current(one), "sender", remote)

      expect(
        await suite.eInvoice.orders.creations.succeeded(await current(other), "sender", remote)
      ).toBeUndefined()
      expect((await suite.eInvoice.orders.creations.find(other.id))?.state).toBe("sending")
      expect(await suite.eInvoice.orders.creations.linkedOrders(["ODR1", "ODR2"])).toEqual(
        new Set(["ODR1"])
      )
    })

    it("counts as left behind once its sender must have ended", async () => {
      const row = await rowIn("sending")
      const sending = await suite.eInvoice.orders.creations.find(row.id)
      const after = (ms: number) => new Date(now.getTime() + ms)

      const hasEnded = (at: Date) =>
        sending && suite.eInvoice.orders.creations.senderHasEnded(sending, at)
      expect(hasEnded(after(12_000 + 9_999))).toBe(false)
      expect(hasEnded(after(12_000 + 10_000))).toBe(true)
      expect(
        suite.eInvoice.orders.creations.senderHasEnded(await rowIn("in_doubt"), after(1e9))
      ).toBe(false)
    })

    it("knows its siblings that have, or may have, an order", async () => {
      const paymentCollectionId = "paycol_shared"
      const row = await prepare({ paymentCollectionId })
      const created = await prepare({ paymentCollectionId })
      const rejected = await prepare({ paymentCollectionId })
      await prepare()
      await send(created)
      await suite.eInvoice.orders.creations.succeeded(await current(created), "sender", {
        orderUuid: "ODR1",
        status: "SENT",
      })
      await send(rejected)
      await suite.eInvoice.orders.creations.rejected(await current(rejected), "sender", failure)

      const siblings = await suite.eInvoice.orders.creations.siblings(
        paymentCollectionId,
        row.payment_session_id
      )

      expect(siblings.map(({ id }) => id)).toEqual([created.id])
    })

    it("keeps evidence only while it is in doubt", async () => {
      const row = await rowIn("succeeded")

      await suite.eInvoice.orders.creations.keepEvidence(row, failure, now)

      expect((await suite.eInvoice.orders.creations.find(row.id))?.failure).toBeNull()
    })
  })

  describe("a creation that was answered", () => {
    const remote = {
      orderUuid: "ODR1",
      customerUuid: "CSRT1",
      status: "SENT" as const,
    }
    const actOn = (eInvoiceOrderId: string): TimelineRecord => ({
      eInvoiceOrderId,
      actor: "shopper",
      action: "create",
      outcome: "done",
      detail: { order_uuid: remote.orderUuid, attempt: 1 },
    })
    const started = async () => {
      const shopperDataId = await suite.eInvoice.shopperData.store({
        personalNumber: "17819010188",
      })
      const row = await begin({}, { shopperDataId })
      if (!row) {
        throw new Error("It was not begun.")
      }
      return { row, shopperDataId }
    }

    it("is written down as a whole: row, timeline, and the shopper's data erased", async () => {
      const { row, shopperDataId } = await started()

      const created = await suite.eInvoice.orders.creations.conclude(
        row,
        remote,
        actOn(row.id),
        now
      )

      expect(created).toEqual(await suite.eInvoice.orders.creations.find(row.id))
      expect(created).toMatchObject({
        state: "succeeded",
        remote_order_uuid: "ODR1",
        remote_customer_uuid: "CSRT1",
        remote_status: "SENT",
        shopper_data_id: null,
        failure: null,
        next_check_at: new Date(now.getTime() + 60_000),
      })
      expect(await suite.eInvoice.shopperData.read(shopperDataId)).toBeUndefined()
      expect(await suite.eInvoice.timeline.list(row.id)).toMatchObject([
        {
          at: now,
          actor: "shopper",
          action: "create",
          outcome: "done",
          detail: { order_uuid: "ODR1", attempt: 1 },
        },
      ])
    })

    it("leaves all as it was when its row does not wait for the answer", async () => {
      const { row, shopperDataId } = await started()
      await suite.eInvoice.orders.creations.succeeded(await current(row), "sender", remote)

      expect(
        await suite.eInvoice.orders.creations.conclude(row, remote, actOn(row.id))
      ).toBeUndefined()
      expect(await suite.eInvoice.shopperData.read(shopperDataId)).toBeDefined()
      expect(await suite.eInvoice.timeline.list(row.id)).toEqual([])
    })

    it("leaves all as it was when the order belongs to another row", async () => {
      const other = await started()
      await suite.eInvoice.orders.creations.succeeded(await current(other.row), "sender", remote)
      const { row, shopperDataId } = await started()

      await expect(
        suite.eInvoice.orders.creations.conclude(row, remote, actOn(row.id))
      ).rejects.toThrow("unique")
      expect((await suite.eInvoice.orders.creations.find(row.id))?.state).toBe("sending")
      expect(await suite.eInvoice.shopperData.read(shopperDataId)).toBeDefined()
      expect(await suite.eInvoice.timeline.list(row.id)).toEqual([])
    })
  })

  describe("shopper data", () => {
    const shopper = {
      personalNumber: "17819010188",
      phone: "40000000",
      language: "sv",
      reference: "Cabin",
    } as const

    it("is read back, and stands in the table encrypted", async () => {
      const id = await suite.eInvoice.shopperData.store(shopper)

      expect(await suite.eInvoice.shopperData.read(id)).toEqual(shopper)
      const table = JSON.stringify(await database()("einvoice_shopper_data").select("*"))
      // Two letters stand in any text by chance.
      const { language, ...telling } = shopper
      for (const value of [...Object.values(telling), `"${language}"`]) {
        expect(table).not.toContain(value)
      }
    })

    it("is gone when it was erased, and erasing it again does no harm", async () => {
      const id = await suite.eInvoice.shopperData.store(shopper)

      await suite.eInvoice.shopperData.erase(id)
      await suite.eInvoice.shopperData.erase(id)

      expect(await suite.eInvoice.shopperData.read(id)).toBeUndefined()
      expect(await database()("einvoice_shopper_data").select("id")).toEqual([])
    })

    it("is not read once it has expired, and then erased, oldest first", async () => {
      const minutes = (count: number) => new Date(now.getTime() + count * 60_000)
      const [first, second, third] = [
        await suite.eInvoice.shopperData.store(shopper, minutes(-40)),
        await suite.eInvoice.shopperData.store(shopper, minutes(-31)),
        await suite.eInvoice.shopperData.store(shopper, minutes(-29)),
      ]
      expect(await suite.eInvoice.shopperData.read(second, now)).toBeUndefined()
      expect(await suite.eInvoice.shopperData.read(third, now)).toEqual(shopper)

      expect(await suite.eInvoice.shopperData.eraseExpired(now, 1)).toBe(1)
      expect(await database()("einvoice_shopper_data").pluck("id")).not.toContain(first)
      expect(await suite.eInvoice.shopperData.eraseExpired(now)).toBe(1)
      expect(await suite.eInvoice.shopperData.eraseExpired(now)).toBe(0)
      expect(await database()("einvoice_shopper_data").pluck("id")).toEqual([third])
    })

    it("is read after the key was replaced, and not without the old one", async () => {
      const id = await suite.eInvoice.shopperData.store(shopper)
      const storeWith = (current: string, previous: string[] = []) =>
        new ShopperDataStore(database(), suite.eInvoice.clock, keyRing(current, previous), 1800)
      const next = randomBytes(32).toString("base64")

      expect(await storeWith(next, [suite.eInvoice.options.encryptionKey]).read(id)).toEqual(
        shopper
      )
      await expect(storeWith(next).read(id)).rejects.toThrow(
        "neither encryptionKey nor among previousEncryptionKeys"
      )
    })

    it("cannot be moved from one row to another", async () => {
      const [mine, theirs] = [
        await suite.eInvoice.shopperData.store(shopper),
        await suite.eInvoice.shopperData.store({ personalNumber: "31926149914" }),
      ]
      const { ciphertext } = await database()("einvoice_shopper_data")
        .where({ id: theirs })
        .first("ciphertext")
      await database()("einvoice_shopper_data").where({ id: mine }).update({ ciphertext })

      await expect(suite.eInvoice.shopperData.read(mine)).rejects.toThrow(
        "changed or belongs to another row"
      )
    })
  })
})
