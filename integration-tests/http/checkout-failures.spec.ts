import type { HttpTypes } from "@medusajs/framework/types"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

import { resolveInDoubt } from "../../src/domain/creation/resolve-in-doubt"
import { magicPersonalNumbers, type Quirks } from "../../src/sandbox"
import { letAge, orderOfAnother } from "./support/absence"
import { eInvoiceSuite } from "./support/e-invoice-suite"
import { creationsSent, journalOf, onlyJournalRow, shopperDataCount } from "./support/evidence"
import {
  expectDeclined,
  expectInvoiced,
  expectNothingPersonalLeft,
  liveInvoices,
} from "./support/expect-invoiced"
import { Merchant } from "./support/merchant"
import { callbacksProcessed } from "./support/purchase"
import { PERSONAL_NUMBER, Shopper } from "./support/shopper"

const QUIET_PERIOD = 120

eInvoiceSuite(
  "checkout-failures",
  { options: { checkoutBudget: 4_000, inDoubtQuietPeriod: QUIET_PERIOD } },
  (suite) => {
    afterEach(() => {
      suite.sandbox.faults.clear()
      suite.sandbox.setQuirks({})
      suite.sandbox.clock.skew(0)
      suite.forgetFailures()
    })

    const failCreationWith = (fault: string, times = 1) =>
      suite.sandbox.faults.add({
        fault,
        operation: "orders.create-e-invoice",
        times,
      })

    const setState = async (state: string) => {
      const database: Knex = suite.container.resolve(ContainerRegistrationKeys.PG_CONNECTION)
      await database("einvoice_order").update({ state })
    }

    describe("a checkout that the service declines", () => {
      it("keeps the cart, and a second attempt with other data succeeds", async () => {
        const shopper = await Shopper.arrive(suite)
        await shopper.chooseInvoice({
          personal_number: magicPersonalNumbers.denied,
        })

        const sentence = expectDeclined(await shopper.complete())

        expect(sentence).not.toBe("e_invoice_in_doubt")
        expect(await onlyJournalRow(suite)).toMatchObject({
          state: "rejected",
          remote_order_uuid: null,
          failure: { kind: "refused", httpStatus: 417 },
        })
        expect(JSON.stringify(await journalOf(suite))).not.toContain(magicPersonalNumbers.denied)
        await expectInvoiced(suite, await shopper.buy())
      })

      it("may be completed again with the same session", async () => {
        const shopper = await Shopper.arrive(suite)
        failCreationWith("417")
        await shopper.chooseInvoice()
        expectDeclined(await shopper.complete())

        const { row } = await expectInvoiced(suite, await shopper.complete())

        expect(row.attempt).toBe(2)
        expect(creationsSent(suite)).toBe(2)
      })

      it("says what the shopper can correct before anything is sent", async () => {
        const cases: [Record<string, unknown>, RegExp][] = [
          [{ phone: null }, /phone number is needed/],
          [{ phone: "12" }, /phone number/],
          [{ postal_code: null }, /postal code/],
          [{ city: null }, /city/],
          [{ address_1: null }, /street/],
          [{ first_name: null, last_name: null }, /name/],
        ]
        for (const [address, sentence] of cases) {
          const shopper = await Shopper.arrive(suite, { address })
          await shopper.chooseInvoice()
          const answer = await shopper.complete()
          expect([address, answer.body.type]).toEqual([address, "cart"])
          expect(expectDeclined(answer)).toBe("e_invoice_details_missing")
          expect(answer.body).toMatchObject({ error: { message: expect.stringMatching(sentence) } })
        }
        expect(creationsSent(suite)).toBe(0)
        expect(await journalOf(suite)).toEqual([])
      })

      it.each([{ phone: null }, { first_name: null, last_name: null }])(
        "fills in nothing from the registered customer of an e-mail that anyone may type (%o)",
        async (address) => {
          const { email } = suite.store.customer
          const shopper = await Shopper.arrive(suite, { address, email })
          await shopper.chooseInvoice()

          expect(expectDeclined(await shopper.complete())).toBe("e_invoice_details_missing")
          expect(creationsSent(suite)).toBe(0)
        }
      )
    })

    describe("a service that certainly did nothing", () => {
      it("and does not accept the token leaves the cart usable", async () => {
        const shopper = await Shopper.arrive(suite)
        failCreationWith("401")
        await shopper.chooseInvoice()

        expect(expectDeclined(await shopper.complete())).toBe("e_invoice_not_offered")
        expect(await onlyJournalRow(suite)).toMatchObject({
          state: "rejected",
          failure: { kind: "unauthorised" },
        })
        await expectInvoiced(suite, await shopper.complete())
      })

      it("because it is down leaves the cart usable", async () => {
        const shopper = await Shopper.arrive(suite)
        await shopper.chooseInvoice()
        await suite.interruptService(async () => {
          expect(expectDeclined(await shopper.complete())).toBe("e_invoice_unavailable")
        })
        expect(await onlyJournalRow(suite)).toMatchObject({
          state: "rejected",
          failure: { kind: "unavailable" },
        })

        await expectInvoiced(suite, await shopper.complete())
      })
    })

    describe("a failure of our own before anything is sent", () => {
      it("because no client can be built for the service leaves the cart usable", async () => {
        const shopper = await Shopper.arrive(suite)
        await shopper.chooseInvoice()
        await suite.spoilClient(async () => {
          expect(expectDeclined(await shopper.complete())).toBe("e_invoice_unavailable")
        })
        expect(await onlyJournalRow(suite)).toMatchObject({
          state: "rejected",
          failure: { kind: "unavailable" },
        })
        expect(creationsSent(suite)).toBe(0)

        const { row } = await expectInvoiced(suite, await shopper.complete())
        expect(row.attempt).toBe(2)
      })

      it("because the database does not say what other sessions have leaves the cart usable", async () => {
        const shopper = await Shopper.arrive(suite)
        await shopper.chooseInvoice()
        const asked = jest
          .spyOn(suite.eInvoice.orders.creations, "siblings")
          .mockRejectedValueOnce(new Error("The connection was lost."))
        expect((await shopper.complete()).body.type).toBe("cart")
        expect(asked).toHaveBeenCalled()
        asked.mockRestore()
        expect(await onlyJournalRow(suite)).toMatchObject({ state: "rejected" })
        expect(creationsSent(suite)).toBe(0)

        await expectInvoiced(suite, await shopper.complete())
      })
    })

    describe("a slow service", () => {
      it.each(["slow-headers=300", "wrong-content-type"])(
        "or one whose answer is odd but readable (%s) costs no shopper an order",
        async (fault) => {
          const shopper = await Shopper.arrive(suite)
          failCreationWith(fault)

          await expectInvoiced(suite, await shopper.buy())
        }
      )
    })

    describe("an order that was created without an answer", () => {
      it.each([
        "after:drop",
        "after:reset",
        "after:hang",
        "after:500",
        "after:510",
        "after:empty",
        "after:truncated",
        "after:not-json",
        "after:oversized",
        "after:slow-headers=9000",
      ])("(%s) is adopted by the next attempt", async (fault) => {
        const shopper = await Shopper.arrive(suite)
        await shopper.chooseInvoice()
        failCreationWith(fault)

        expect(expectDeclined(await shopper.complete())).toBe("e_invoice_in_doubt")
        expect(await onlyJournalRow(suite)).toMatchObject({
          state: "in_doubt",
          remote_order_uuid: null,
          failure: { operationId: "orders.create-e-invoice" },
        })
        expect(await shopperDataCount(suite)).toBe(1)

        const { row } = await expectInvoiced(suite, await shopper.complete())
        expect(row.attempt).toBe(1)
        expect(creationsSent(suite)).toBe(1)
      })

      it("is claimed without a call once the sweep has found it", async () => {
        const shopper = await Shopper.arrive(suite)
        await shopper.chooseInvoice()
        failCreationWith("after:drop")
        expectDeclined(await shopper.complete())
        const resolution = await resolveInDoubt(suite.eInvoice, await onlyJournalRow(suite), {
          actor: "schedule",
          budgetMs: 5_000,
        })
        expect(resolution).toMatchObject({
          open: false,
          row: { state: "succeeded" },
        })
        await expectNothingPersonalLeft(suite)
        const before = suite.sandbox.requests().length

        await expectInvoiced(suite, await shopper.complete())

        expect(suite.sandbox.requests()).toHaveLength(before)
      })

      it("is not taken for a cart that has changed since, and is cancelled when the shopper starts again", async () => {
        const shopper = await Shopper.arrive(suite, {
          basket: { "SOCKS-36-40": 1 },
        })
        await shopper.chooseInvoice()
        failCreationWith("after:drop")
        expectDeclined(await shopper.complete())
        await swapSocks(shopper)

        expect(expectDeclined(await shopper.complete())).toBe("e_invoice_cart_changed")
        const { invoice } = await expectInvoiced(suite, await shopper.buy())

        expect(invoice.lines[0]?.name).toContain("41 to 45")
        expect(suite.sandbox.audit().orders.byStatus).toEqual({
          SENT: 1,
          CANCELLED: 1,
        })
      })

      it("is not sent to an e-mail that the shopper has corrected since, and is cancelled", async () => {
        const shopper = await Shopper.arrive(suite)
        await shopper.chooseInvoice()
        failCreationWith("after:drop")
        expectDeclined(await shopper.complete())
        await suite.container
          .resolve("cart")
          .updateCarts(shopper.cartId, { email: "corrected@example.com" })

        expect(expectDeclined(await shopper.complete())).toBe("e_invoice_cart_changed")
        await expectInvoiced(suite, await shopper.buy())

        expect(suite.sandbox.audit().orders.byStatus).toEqual({ SENT: 1, CANCELLED: 1 })
        // A sweep may ask for the status of the cancelled one meanwhile.
        const sent = suite.sandbox
          .requests()
          .findLast(({ operationId }) => operationId === "orders.create-e-invoice")
        expect(sent).toMatchObject({ body: { customerDetails: { email: "c***@example.com" } } })
      })

      const swapSocks = async (shopper: Shopper) => {
        const cart = suite.container.resolve("cart")
        const [item] = await cart.listLineItems({ cart_id: shopper.cartId })
        await cart.updateLineItems(item?.id ?? "", {
          title: "Wool socks, 41 to 45",
          variant_title: "41 to 45",
          variant_sku: "SOCKS-41-45",
          variant_id: suite.store.variants["SOCKS-41-45"] ?? "",
        })
      }

      it("is cancelled when the shopper chooses invoice again instead, who is billed once", async () => {
        const shopper = await Shopper.arrive(suite)
        await shopper.chooseInvoice()
        failCreationWith("after:drop")
        expectDeclined(await shopper.complete())

        await expectInvoiced(suite, await shopper.buy())

        expect(suite.sandbox.audit().orders.byStatus).toEqual({
          SENT: 1,
          CANCELLED: 1,
        })
        expect((await journalOf(suite)).map(({ state }) => state)).toEqual([
          "succeeded",
          "succeeded",
        ])
      })

      it("keeps another session from sending while it cannot be looked up", async () => {
        const shopper = await Shopper.arrive(suite)
        await shopper.chooseInvoice()
        failCreationWith("after:drop")
        expectDeclined(await shopper.complete())
        suite.sandbox.faults.add({
          fault: "500",
          operation: "orders.details-by-date-range",
        })
        await letAge(suite, QUIET_PERIOD + 1)
        await shopper.chooseInvoice()

        expect(expectDeclined(await shopper.complete())).toBe("e_invoice_in_doubt")

        expect(creationsSent(suite)).toBe(1)
        suite.sandbox.faults.clear()
        suite.forgetFailures()
        await expectInvoiced(suite, await shopper.complete())
      })

      it("keeps another session from sending while it cannot be cancelled", async () => {
        const shopper = await Shopper.arrive(suite)
        await shopper.chooseInvoice()
        failCreationWith("after:drop")
        expectDeclined(await shopper.complete())
        suite.sandbox.faults.add({ fault: "500", operation: "orders.cancel" })
        await shopper.chooseInvoice()

        expect(expectDeclined(await shopper.complete())).toBe("e_invoice_in_doubt")
        expect(creationsSent(suite)).toBe(1)
      })

      it("that has been paid meanwhile stops another session", async () => {
        const shopper = await Shopper.arrive(suite)
        await shopper.chooseInvoice()
        failCreationWith("after:drop")
        expectDeclined(await shopper.complete())
        suite.sandbox.pay(suite.sandbox.orders()[0]?.uuid ?? "")
        await shopper.chooseInvoice()

        expect(expectDeclined(await shopper.complete())).toBe("e_invoice_already_paid")
        expect(creationsSent(suite)).toBe(1)
      })

      it("that was cancelled meanwhile does not authorise", async () => {
        const shopper = await Shopper.arrive(suite)
        await shopper.chooseInvoice()
        failCreationWith("after:drop")
        expectDeclined(await shopper.complete())
        suite.sandbox.cancel(suite.sandbox.orders()[0]?.uuid ?? "")

        expect(expectDeclined(await shopper.complete())).toBe("e_invoice_cancelled")
        await expectInvoiced(suite, await shopper.buy())
      })
    })

    describe("an order that expired at the service before the shopper chose invoice again", () => {
      const expiredAttempt = async () => {
        const shopper = await Shopper.arrive(suite)
        await shopper.chooseInvoice()
        failCreationWith("after:drop")
        expectDeclined(await shopper.complete())
        suite.sandbox.expire(suite.sandbox.orders()[0]?.uuid ?? "")
        expect(expectDeclined(await shopper.complete())).toBe("e_invoice_cancelled")
        await shopper.chooseInvoice()
        return shopper
      }

      it("is cancelled there first: the service could still make an invoice of it", async () => {
        const shopper = await expiredAttempt()

        await expectInvoiced(suite, await shopper.complete())

        expect(suite.sandbox.audit().orders.byStatus).toEqual({
          SENT: 1,
          CANCELLED: 1,
        })
      })

      it("keeps the new session from sending while it cannot be cancelled", async () => {
        const shopper = await expiredAttempt()
        suite.sandbox.faults.add({ fault: "500", operation: "orders.cancel" })

        expect(expectDeclined(await shopper.complete())).toBe("e_invoice_in_doubt")
        expect(expectDeclined(await shopper.complete())).toBe("e_invoice_in_doubt")
        expect(creationsSent(suite)).toBe(1)

        suite.sandbox.faults.clear()
        suite.forgetFailures()
        await expectInvoiced(suite, await shopper.complete())
      })

      it("does not keep the shopper from buying when the service will not cancel what expired", async () => {
        const shopper = await expiredAttempt()
        suite.sandbox.faults.add({ fault: "417", operation: "orders.cancel" })

        const { body } = await shopper.complete()

        expect(body.type).toBe("order")
        expect(suite.sandbox.audit().orders.byStatus).toEqual({
          SENT: 1,
          EXPIRED: 1,
        })
        const [expired] = await journalOf(suite)
        expect(expired).toMatchObject({
          remote_status: "EXPIRED",
          cancel_requested_at: expect.any(Date),
        })
      })
    })

    describe("a creation in doubt", () => {
      it.each(["before:500", "before:510", "before:hang", "before:reset"])(
        "(%s) is not repeated before the quiet period is over and its absence is proven",
        async (fault) => {
          await orderOfAnother(suite)
          const shopper = await Shopper.arrive(suite)
          await shopper.chooseInvoice()
          failCreationWith(fault)
          expect(expectDeclined(await shopper.complete())).toBe("e_invoice_in_doubt")

          expect(expectDeclined(await shopper.complete())).toBe("e_invoice_in_doubt")
          expect(creationsSent(suite)).toBe(2)
          expect((await journalOf(suite))[1]).toMatchObject({
            state: "in_doubt",
            failure: {
              lookup: {
                result: "unclear",
                missing: ["quiet-period", "no-control"],
                orderUuids: [],
              },
            },
          })

          await letAge(suite, QUIET_PERIOD + 1)
          expect(expectDeclined(await shopper.complete())).toBe("e_invoice_in_doubt")
          expect((await journalOf(suite))[1]).toMatchObject({
            state: "in_doubt",
            failure: { lookup: { missing: ["no-control"] } },
          })
          expect(creationsSent(suite)).toBe(2)

          await orderOfAnother(suite)
          expect((await shopper.complete()).body.type).toBe("order")
          const [, row] = await journalOf(suite)
          expect(row).toMatchObject({ state: "succeeded", attempt: 2 })
          expect(creationsSent(suite)).toBe(4)
          expect(liveInvoices(suite)).toHaveLength(3)
        }
      )

      /** A creation that took effect and was not answered, and since then an order of another shopper. */
      const unansweredOrder = async () => {
        const shopper = await Shopper.arrive(suite)
        await shopper.chooseInvoice()
        failCreationWith("after:drop")
        expectDeclined(await shopper.complete())
        return shopper
      }

      const NO_CONTROLS = ["no-control", "no-earlier-control"]

      it.each<[string, Quirks, string[]]>([
        ["empty", { emptyLists: true }, NO_CONTROLS],
        ["in other units", { rangeInMilliseconds: true }, NO_CONTROLS],
        ["in another zone", { rangeZone: 2 }, NO_CONTROLS],
        ["late", { listLag: 600 }, NO_CONTROLS],
        [
          "empty and undated",
          { emptyLists: true, noDateHeader: true },
          ["clock-unknown", ...NO_CONTROLS],
        ],
      ])("is not believed absent from a list that is %s", async (_what, quirks, missing) => {
        await orderOfAnother(suite)
        const shopper = await unansweredOrder()
        await letAge(suite, QUIET_PERIOD + 1)
        await orderOfAnother(suite)
        suite.sandbox.setQuirks(quirks)

        expect(expectDeclined(await shopper.complete())).toBe("e_invoice_in_doubt")
        expect((await journalOf(suite))[1]).toMatchObject({
          state: "in_doubt",
          failure: { lookup: { result: "unclear", missing } },
        })
        expect(liveInvoices(suite)).toHaveLength(3)

        suite.sandbox.setQuirks({})
        expect((await shopper.complete()).body.type).toBe("order")
        expect(liveInvoices(suite)).toHaveLength(3)
      })

      it.each([
        ["one order of ours came before it", 1],
        ["no order of ours came before it", 0],
      ])(
        "is not believed absent from a list that is cut at its old end (%s)",
        async (_what, before) => {
          if (before > 0) {
            await orderOfAnother(suite)
          }
          const shopper = await unansweredOrder()
          await letAge(suite, QUIET_PERIOD + 1)
          await orderOfAnother(suite)
          suite.sandbox.setQuirks({ listLimit: 1 })

          expect(expectDeclined(await shopper.complete())).toBe("e_invoice_in_doubt")

          expect((await journalOf(suite))[before]).toMatchObject({
            state: "in_doubt",
            failure: { lookup: { missing: ["no-earlier-control"] } },
          })
          expect(liveInvoices(suite)).toHaveLength(before + 2)
        }
      )

      it.each([-360, 360, 3600])(
        "is found at a service whose clock is %p seconds apart",
        async (skew) => {
          suite.sandbox.clock.skew(skew)
          suite.sandbox.setQuirks({ strictRange: true })
          const shopper = await unansweredOrder()

          await expectInvoiced(suite, await shopper.complete())

          expect(creationsSent(suite)).toBe(1)
        }
      )

      it("is not believed absent when the clocks are days apart", async () => {
        suite.sandbox.clock.skew(-3 * 24 * 60 * 60)
        suite.sandbox.setQuirks({ strictRange: true })
        const shopper = await unansweredOrder()
        await letAge(suite, QUIET_PERIOD + 1)
        await orderOfAnother(suite)

        expect(expectDeclined(await shopper.complete())).toBe("e_invoice_in_doubt")

        expect((await journalOf(suite))[0]).toMatchObject({
          failure: {
            lookup: { missing: expect.arrayContaining(["clock-apart"]) },
          },
        })
      })

      it("is not repeated while the look-up fails, however late it is", async () => {
        const shopper = await Shopper.arrive(suite)
        await shopper.chooseInvoice()
        failCreationWith("before:500")
        expectDeclined(await shopper.complete())
        await letAge(suite, 24 * 60 * 60)
        suite.sandbox.faults.add({
          fault: "510",
          operation: "orders.details-by-date-range",
        })

        expect(expectDeclined(await shopper.complete())).toBe("e_invoice_in_doubt")

        expect(creationsSent(suite)).toBe(1)
        expect(await onlyJournalRow(suite)).toMatchObject({
          state: "in_doubt",
          failure: { lookup: { result: "failed" } },
        })
      })

      it("is not taken for an order of another customer", async () => {
        const other = await Shopper.arrive(suite, { email: "ola@example.com" })
        failCreationWith("after:drop")
        await other.chooseInvoice()
        expectDeclined(await other.complete())
        const shopper = await Shopper.arrive(suite)
        await shopper.chooseInvoice()
        failCreationWith("before:500")
        expectDeclined(await shopper.complete())

        expect(expectDeclined(await shopper.complete())).toBe("e_invoice_in_doubt")

        const placed = await other.complete()
        expect(placed.body.type).toBe("order")
      })

      it("can be given up by staff, after which the shopper starts again", async () => {
        const shopper = await Shopper.arrive(suite)
        await shopper.chooseInvoice()
        failCreationWith("before:500")
        expectDeclined(await shopper.complete())
        const row = await onlyJournalRow(suite)
        await suite.eInvoice.orders.creations.abandoned(row, {
          kind: "person",
          message: "Given up.",
          at: new Date().toISOString(),
        })

        expect(expectDeclined(await shopper.complete())).toBe("e_invoice_cancelled")
        await expectInvoiced(suite, await shopper.buy())
      })
    })

    describe("a creation that cannot be written down at one go", () => {
      it("is written down step by step, and nothing of it is missing", async () => {
        const shopper = await Shopper.arrive(suite)
        await shopper.chooseInvoice()
        const record = jest
          .spyOn(suite.eInvoice.orders.creations, "conclude")
          .mockRejectedValueOnce(new Error("The timeline has no room."))

        const { row } = await expectInvoiced(suite, await shopper.complete())

        expect(record).toHaveBeenCalledTimes(1)
        record.mockRestore()
        expect(row.shopper_data_id).toBeNull()
        expect(await shopperDataCount(suite)).toBe(0)
        expect(await suite.eInvoice.timeline.list(row.id)).toMatchObject([
          { actor: "shopper", action: "create", outcome: "done" },
        ])
      })

      it("is told of once, when it was and its answer was lost", async () => {
        const shopper = await Shopper.arrive(suite)
        await shopper.chooseInvoice()
        const { creations } = suite.eInvoice.orders
        const conclude = creations.conclude.bind(creations)
        const lost = jest.spyOn(creations, "conclude").mockImplementationOnce(async (...given) => {
          await conclude(...given)
          throw new Error("Connection terminated unexpectedly")
        })

        const { row } = await expectInvoiced(suite, await shopper.complete())

        lost.mockRestore()
        expect(await suite.eInvoice.timeline.list(row.id)).toHaveLength(1)
      })
    })

    describe("the numbers of an order", () => {
      const numbersShown = async (shopper: Shopper, { id }: { id: string }) => {
        const merchant = await Merchant.signIn(suite)
        const { id: rowId } = await merchant.eInvoiceOrder(id)
        const read = async <Body>(path: string) =>
          (await merchant.http.get<Body>(`/admin/e-invoice/${path}`)).body
        const [list, one, callbacks, { body: inStore }] = await Promise.all([
          read<{ e_invoice_orders: Numbers[] }>(`orders?order_id=${id}`),
          read<{ e_invoice_order: Numbers }>(`orders/${rowId}`),
          read<{ callbacks: { subject: Numbers }[] }>(`callbacks?e_invoice_order_id=${rowId}`),
          shopper.http.get<{ order: HttpTypes.StoreOrder }>(
            `/store/orders/${id}?fields=display_id,*payment_collections.payments`
          ),
        ])
        const shown = [
          ...list.e_invoice_orders,
          one.e_invoice_order,
          ...callbacks.callbacks.map(({ subject }) => subject),
        ].map(({ order_number, reference_no }) => [order_number, reference_no])
        const payments = inStore.order.payment_collections?.flatMap(
          ({ payments: paid }) => paid ?? []
        )
        return {
          shown: new Set(shown.map(String)),
          inStore: payments?.map(({ data }) => [
            String(inStore.order.display_id),
            data?.["reference_no"],
          ]),
        }
      }

      type Numbers = { order_number: string | null; reference_no: string | null }

      const declinedThenPlaced = async () => {
        const shopper = await Shopper.arrive(suite)
        failCreationWith("417")
        await shopper.chooseInvoice()
        expectDeclined(await shopper.complete())
        return { shopper, ...(await expectInvoiced(suite, await shopper.complete())) }
      }

      const lostThenAdopted = async () => {
        const shopper = await Shopper.arrive(suite)
        await shopper.chooseInvoice()
        failCreationWith("after:drop")
        expectDeclined(await shopper.complete())
        return { shopper, ...(await expectInvoiced(suite, await shopper.complete())) }
      }

      const chosenAgainInAnotherTab = async () => {
        const shopper = await Shopper.arrive(suite)
        await shopper.chooseInvoice()
        failCreationWith("after:drop")
        expectDeclined(await shopper.complete())
        await shopper.chooseInvoice()
        return { shopper, ...(await expectInvoiced(suite, await shopper.complete())) }
      }

      it.each([
        ["agree after a declined attempt", declinedThenPlaced, true],
        ["agree when another tab bills anew", chosenAgainInAnotherTab, true],
        ["are both told where a lost answer is adopted", lostThenAdopted, false],
      ])("%s", async (_, checkout, agree) => {
        const { shopper, order, invoice } = await checkout()
        suite.sandbox.pay(invoice.uuid)
        await callbacksProcessed(suite)

        const number = String(order.display_id)
        expect(invoice.referenceNo === number).toBe(agree)
        expect(await numbersShown(shopper, order)).toEqual({
          shown: new Set([`${number},${invoice.referenceNo}`]),
          inStore: [[number, invoice.referenceNo]],
        })
      })

      it("each find the order", async () => {
        const { order, invoice, row } = await lostThenAdopted()
        const merchant = await Merchant.signIn(suite)

        for (const q of [order.display_id, invoice.referenceNo]) {
          const { body } = await merchant.http.get<{ e_invoice_orders: { id: string }[] }>(
            `/admin/e-invoice/orders?q=${q}`
          )
          expect(body.e_invoice_orders.map(({ id }) => id)).toEqual([row.id])
        }
        suite.sandbox.pay(invoice.uuid)
        await callbacksProcessed(suite)
        for (const q of [order.display_id, invoice.referenceNo]) {
          const { body } = await merchant.http.get<{ count: number }>(
            `/admin/e-invoice/callbacks?q=${q}`
          )
          expect([q, body.count]).toEqual([q, 1])
        }
      })

      it("are both named by what waits for staff", async () => {
        const { order, invoice } = await lostThenAdopted()
        suite.sandbox.cancel(invoice.uuid)
        await callbacksProcessed(suite)
        const merchant = await Merchant.signIn(suite)

        const { body } = await merchant.http.get<{
          overview: { attention: { items: Numbers[] } }
        }>("/admin/e-invoice/overview")

        expect(body.overview.attention.items).toEqual([
          expect.objectContaining({
            order_number: String(order.display_id),
            reference_no: invoice.referenceNo,
          }),
        ])
      })
    })

    describe("a server that died", () => {
      it("after sending leaves an order that the next attempt adopts", async () => {
        const shopper = await Shopper.arrive(suite)
        await shopper.chooseInvoice()
        failCreationWith("after:drop")
        expectDeclined(await shopper.complete())
        await setState("sending")

        expect(expectDeclined(await shopper.complete())).toBe("e_invoice_in_doubt")
        await letAge(suite, 60)
        await expectInvoiced(suite, await shopper.complete())

        expect(creationsSent(suite)).toBe(1)
      })

      it("before sending leaves nothing that keeps the next attempt from sending", async () => {
        const shopper = await Shopper.arrive(suite)
        await shopper.chooseInvoice()
        failCreationWith("417")
        expectDeclined(await shopper.complete())
        await setState("prepared")

        await expectInvoiced(suite, await shopper.complete())
      })
    })

    describe("two processes with the same session", () => {
      it("send once, and only one is authorised", async () => {
        const shopper = await Shopper.arrive(suite)
        const { body } = await shopper.chooseInvoice()
        const [session] = body.payment_collection.payment_sessions ?? []
        const payments = suite.container.resolve("payment")

        const outcomes = await Promise.allSettled(
          [1, 2, 3, 4].map(() => payments.authorizePaymentSession(session?.id ?? "", {}))
        )

        expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1)
        expect(creationsSent(suite)).toBe(1)
        expect(liveInvoices(suite)).toHaveLength(1)
      })
    })

    it("says nothing of the shopper in any row it kept", async () => {
      const shopper = await Shopper.arrive(suite)
      await shopper.chooseInvoice()
      failCreationWith("after:drop")
      expectDeclined(await shopper.complete())

      const [row] = await journalOf(suite)
      const kept = JSON.stringify(row)
      for (const personal of [
        PERSONAL_NUMBER,
        "40000000",
        "400 00 000",
        "guest@example.com",
        "Nordmann",
        "Storgata",
      ]) {
        expect(kept).not.toContain(personal)
      }
    })
  }
)
