import type { HttpTypes } from "@medusajs/framework/types"
import { createPaymentSessionsWorkflow } from "@medusajs/core-flows"

import { E_INVOICE_PAYMENT_PROVIDER } from "../../src/modules/e-invoice"
import { magicPersonalNumbers } from "../../src/sandbox"
import { eraseExpiredData } from "../../src/workflows"
import { eventually } from "./support/eventually"
import { eInvoiceSuite } from "./support/e-invoice-suite"
import {
  creationsSent,
  journalOf,
  paymentDataOf,
  placesHolding,
  shopperDataCount,
} from "./support/evidence"
import {
  expectDeclined,
  expectInvoiced,
  expectNothingPersonalLeft,
} from "./support/expect-invoiced"
import { PERSONAL_NUMBER, Shopper } from "./support/shopper"

const movedTo = {
  first_name: "Kari",
  last_name: "Nordmann",
  address_1: "Havnegata 1",
  postal_code: "5003",
  city: "Bergen",
  country_code: "no",
}

eInvoiceSuite("checkout-session", {}, (suite) => {
  describe("a payment session", () => {
    it("keeps the shopper's data encrypted and apart, and shows an opaque id", async () => {
      const shopper = await Shopper.arrive(suite)

      const { status, body } = await shopper.chooseInvoice({
        personal_number: "178190 10188",
        phone: "+47 41 00 00 00",
        language: "nb-NO",
        reference: "Cabin",
      })

      expect(status).toBe(200)
      const [session] = body.payment_collection.payment_sessions ?? []
      expect(session).toMatchObject({ status: "pending" })
      expect(session?.data).toEqual({
        shopper_data_id: expect.stringMatching(/^einvshop_/),
      })
      expect(await shopperDataCount(suite)).toBe(1)
      expect(await placesHolding(suite, PERSONAL_NUMBER)).toEqual([])
      expect(await placesHolding(suite, "41 00 00 00")).toEqual([])
      expect(await placesHolding(suite, "Cabin")).toEqual([])
      expect(suite.sandbox.requests()).toEqual([])
      expect(await journalOf(suite)).toEqual([])
      expect(
        await suite.eInvoice.shopperData.read(String(session?.data["shopper_data_id"]))
      ).toEqual({
        personalNumber: PERSONAL_NUMBER,
        phone: "+47 41 00 00 00",
        language: "no",
        reference: "Cabin",
      })
    })

    it("names every wrong field, those that are not taken included, and stores nothing", async () => {
      const shopper = await Shopper.arrive(suite)

      const { status, body } = await shopper.chooseInvoice({
        personal_number: "1",
        phone: "2",
        shopper_data_id: "einvshop_another",
        ssn: PERSONAL_NUMBER,
      })

      expect(status).toBe(400)
      expect(body).toEqual({
        type: "invalid_data",
        message: expect.stringMatching(
          /^personal_number: must be 11 digits; phone: must be .*; shopper_data_id: is not accepted here; ssn: is not accepted here$/
        ),
        errors: [
          { field: "personal_number", message: "must be 11 digits" },
          { field: "phone", message: expect.any(String) },
          { field: "shopper_data_id", message: "is not accepted here" },
          { field: "ssn", message: "is not accepted here" },
        ],
      })
      expect(await paymentDataOf(suite)).toMatchObject({ sessions: [] })
      await expectNothingPersonalLeft(suite)
    })

    it("without data, or with data that is no object, is refused", async () => {
      const shopper = await Shopper.arrive(suite)
      const { id } = await shopper.paymentCollection()

      for (const data of [undefined, null, "x", [1], 7]) {
        const { status } = await shopper.http.post(
          `/store/payment-collections/${id}/payment-sessions`,
          { provider_id: E_INVOICE_PAYMENT_PROVIDER, data }
        )
        expect([data, status]).toEqual([data, 400])
      }
      expect(await paymentDataOf(suite)).toMatchObject({ sessions: [] })
    })

    it("is refused in a currency the account does not bill in, and keeps nothing", async () => {
      const shopper = await Shopper.arrive(suite, {
        region: "euro",
        shipping: "parcelAbroad",
      })

      const { status, body } = await shopper.chooseInvoice()

      expect(status).toBe(400)
      expect(body.message).toBe("Invoice payment is not offered in EUR, only in NOK.")
      expect(await paymentDataOf(suite)).toMatchObject({ sessions: [] })
      await eventually(() => expectNothingPersonalLeft(suite))
    })

    it("is refused for a cart that costs nothing", async () => {
      const shopper = await Shopper.arrive(suite, {
        basket: {},
        shipping: "pickup",
      })

      const { status, body } = await shopper.chooseInvoice()

      expect(status).toBe(400)
      expect(body.message).toBe("Invoice payment needs an amount above zero.")
      await eventually(() => expectNothingPersonalLeft(suite))
    })

    it("made twice keeps the later data only, and the order is made from it", async () => {
      const shopper = await Shopper.arrive(suite)
      await shopper.chooseInvoice({
        personal_number: PERSONAL_NUMBER,
        reference: "first",
      })
      await shopper.chooseInvoice({
        personal_number: PERSONAL_NUMBER,
        reference: "second",
      })
      expect(await shopperDataCount(suite)).toBe(1)

      const { invoice } = await expectInvoiced(suite, await shopper.complete())

      expect(invoice.customerReference).toBe("second")
    })

    it("goes, with its data, when the shopper chooses another provider", async () => {
      const shopper = await Shopper.arrive(suite)
      await shopper.chooseInvoice()

      const { status } = await shopper.chooseInvoice({ anything: "goes" }, "pp_system_default")

      expect(status).toBe(200)
      expect((await paymentDataOf(suite)).sessions).toEqual([{ anything: "goes" }])
      await expectNothingPersonalLeft(suite)
    })

    it("goes, with its data, when the cart's total changes", async () => {
      const shopper = await Shopper.arrive(suite)
      await shopper.chooseInvoice()

      await shopper.http.post(`/store/carts/${shopper.cartId}/line-items`, {
        variant_id: suite.store.variants["MUG-35"],
        quantity: 1,
      })

      await expectNothingPersonalLeft(suite)
      const { status } = await shopper.complete()
      expect(status).toBe(400)
      expect(creationsSent(suite)).toBe(0)
      await expectInvoiced(suite, await shopper.buy())
    })

    it("stays, with its data, when the cart changes and its total does not", async () => {
      const shopper = await Shopper.arrive(suite)
      const { body } = await shopper.chooseInvoice()
      const [session] = body.payment_collection.payment_sessions ?? []

      const { status } = await shopper.http.post(`/store/carts/${shopper.cartId}`, {
        email: "another@example.com",
        billing_address: { ...movedTo, address_1: "Havnegata 2" },
        shipping_address: movedTo,
      })

      expect(status).toBe(200)
      const { payment_collection: kept } = await shopper.cart()
      expect(kept?.payment_sessions).toMatchObject([{ id: session?.id }])
      expect(await shopperDataCount(suite)).toBe(1)
    })

    it("keeps its data when the service declines, for another attempt, until their time is over", async () => {
      const shopper = await Shopper.arrive(suite)
      await shopper.chooseInvoice({
        personal_number: magicPersonalNumbers.denied,
      })

      expectDeclined(await shopper.complete())

      expect(await shopperDataCount(suite)).toBe(1)
      const { shopperDataLifetime } = suite.eInvoice.options
      await eraseExpiredData(suite.container, {
        now: new Date(Date.now() + (shopperDataLifetime + 1) * 1000),
      })
      expect(await shopperDataCount(suite)).toBe(0)
    })
  })

  describe("a payment session made by code that goes around the route", () => {
    const createSession = async (data: Record<string, unknown>) => {
      const shopper = await Shopper.arrive(suite)
      const { id } = await shopper.paymentCollection()
      return createPaymentSessionsWorkflow(suite.container).run({
        input: {
          payment_collection_id: id,
          provider_id: E_INVOICE_PAYMENT_PROVIDER,
          data,
        },
        throwOnError: false,
      })
    }

    it("is refused when it carries personal data, which is then nowhere", async () => {
      const { errors } = await createSession({
        personal_number: PERSONAL_NUMBER,
      })

      expect(errors[0]?.error.message).toContain("must not carry personal_number")
      expect(errors[0]?.error.message).not.toContain(PERSONAL_NUMBER)
      expect(await paymentDataOf(suite)).toMatchObject({ sessions: [] })
      expect(await placesHolding(suite, PERSONAL_NUMBER)).toEqual([])
    })

    it("is taken when it carries the id of data that was stored", async () => {
      const id = await suite.eInvoice.shopperData.store({
        personalNumber: PERSONAL_NUMBER,
      })

      const { result } = await createSession({ shopper_data_id: id })

      expect(result.data).toEqual({ shopper_data_id: id })
    })

    it("asks for the personal number at completion when there is none", async () => {
      const shopper = await Shopper.arrive(suite)
      const { id } = await shopper.paymentCollection()
      await createPaymentSessionsWorkflow(suite.container).run({
        input: {
          payment_collection_id: id,
          provider_id: E_INVOICE_PAYMENT_PROVIDER,
        },
      })

      expect(expectDeclined(await shopper.complete())).toBe("e_invoice_enter_again")
      expect(creationsSent(suite)).toBe(0)
    })
  })

  describe("what the shopper entered", () => {
    it("is asked for again once it has expired", async () => {
      const shopper = await Shopper.arrive(suite)
      await shopper.chooseInvoice()
      await suite.eInvoice.shopperData.eraseExpired(new Date(Date.now() + 31 * 60_000))

      expect(expectDeclined(await shopper.complete())).toBe("e_invoice_enter_again")
      await expectInvoiced(suite, await shopper.buy())
    })
  })

  describe("the admin's route for payment sessions", () => {
    it("takes the shopper's fields out as well", async () => {
      const shopper = await Shopper.arrive(suite)
      const { id } = await shopper.paymentCollection()
      const { email, password } = suite.store.admin
      const { body: signedIn } = await suite.http.post<{ token: string }>("/auth/user/emailpass", {
        email,
        password,
      })
      const admin = suite.http.with({
        authorization: `Bearer ${signedIn.token}`,
      })
      const path = `/admin/payment-collections/${id}/payment-sessions`
      const provider_id = E_INVOICE_PAYMENT_PROVIDER

      const wrong = await admin.post<{ message: string }>(path, {
        provider_id,
        data: { personal_number: "1" },
      })
      const right = await admin.post<{
        payment_collection: HttpTypes.AdminPaymentCollection
      }>(path, { provider_id, data: { personal_number: PERSONAL_NUMBER } })

      expect([wrong.status, wrong.body.message]).toEqual([
        400,
        "personal_number: must be 11 digits",
      ])
      expect(right.status).toBe(200)
      expect((await paymentDataOf(suite)).sessions).toEqual([
        { shopper_data_id: expect.stringMatching(/^einvshop_/) },
      ])
      expect(await placesHolding(suite, PERSONAL_NUMBER)).toEqual([])
      await expectInvoiced(suite, await shopper.complete())
    })
  })

  describe("the checkout settings", () => {
    it("tell a storefront what to show", async () => {
      const { status, body } = await suite.http
        .with({ "x-publishable-api-key": suite.store.publishableKey })
        .get("/store/e-invoice/checkout-settings")

      expect(status).toBe(200)
      expect(body).toEqual({
        checkout_settings: {
          provider_id: "pp_e-invoice_private",
          currencies: ["nok"],
          languages: ["en", "no", "sv", "da", "de"],
          default_language: "no",
          invoice_fee: { applicable: true },
          personal_number: { check_digits: true, accept_synthetic: true },
        },
      })
    })

    it("name no currency where checkouts make no invoice", async () => {
      const { operations } = suite.eInvoice.options
      operations["orders.create-e-invoice"] = { enabled: false }

      const { body } = await suite.http
        .with({ "x-publishable-api-key": suite.store.publishableKey })
        .get("/store/e-invoice/checkout-settings")

      delete operations["orders.create-e-invoice"]
      expect(body).toMatchObject({ checkout_settings: { currencies: [] } })
    })
  })
})
