import { ConnectClient, ConnectError } from "../../connect"
import { createSandbox, type Sandbox, type SandboxOptions } from ".."
import { TOKEN } from "./client"

export type Connected = {
  sandbox: Sandbox
  url: string
  /** The plugin's own client: its requests and answers are those of the catalogue. */
  client: ConnectClient
  close(): Promise<void>
}

export async function connected(options: SandboxOptions = {}): Promise<Connected> {
  const sandbox = createSandbox({ seed: 1, ...options })
  const { url } = await sandbox.listen()
  const client = new ConnectClient({
    baseUrl: url,
    token: TOKEN,
    repeat: { attempts: 1 },
  })
  return {
    sandbox,
    url,
    client,
    close: async () => {
      await client.close()
      await sandbox.close()
    },
  }
}

/** What the service answered to a call it refused. */
export async function refusalOf(call: Promise<unknown>): Promise<{
  status: number | undefined
  key: string | undefined
  fields: string[]
}> {
  try {
    await call
  } catch (error) {
    if (error instanceof ConnectError) {
      const { fieldErrors = {}, httpStatus, messageKey } = error
      return {
        status: httpStatus,
        key: messageKey,
        fields: Object.values(fieldErrors).flat(),
      }
    }
    throw error
  }
  throw new Error("The call was expected to be refused.")
}

const now = () => String(Math.floor(Date.now() / 1000))

const address = {
  street: "Storgata 1",
  zip: "0155",
  city: "Oslo",
  country: "NO",
}

export const contact = {
  countryCode: "+47",
  msisdn: "40000000",
  email: "kari@example.com",
  name: "Kari Nordmann",
  address,
}

export const privateCustomer = { type: "private" as const, ...contact }

export const corporateCustomer = {
  type: "corporate" as const,
  ...contact,
  name: "Norsk Ull AS",
  organizationId: "999999999",
}

/** An order of 500.00 in one line, 25 percent included. */
export const order = () => ({
  products: [{ name: "Blanket", quantity: 1, rate: 500, tax: 25, amount: 500 }],
  orderSummary: {
    subTotal: "400.00",
    totalTax: "100.00",
    totalDiscount: "0.00",
    grandTotal: "500.00",
  },
  orderDate: now(),
})

export const statusCallback = { callbackUrl: "http://127.0.0.1:9/callback" }

export const sessionCallback = {
  ...statusCallback,
  success: "https://shop.example/thanks?order=1",
  failure: "https://shop.example/sorry",
}

/** A reservation of 500.00 in two lines. */
export const reservation = () => ({
  products: [
    { name: "Room", rate: 400, tax: 12, amount: 400 },
    { name: "Breakfast", rate: 100, tax: 15, amount: 100 },
  ],
  orderSummary: { subTotal: "444.10", totalTax: "55.90", grandTotal: "500.00" },
  orderDate: now(),
  customerDetails: privateCustomer,
  callback: statusCallback,
})

/** A monthly subscription of three cycles of 100.00 that starts today. */
export const subscription = () => ({
  products: [{ name: "Membership", quantity: 1, rate: 100, tax: 25, amount: 100 }],
  billingFrequency: "month",
  numberOfRepeats: 3,
  orderSummary: {
    subTotal: "80.00",
    totalTax: "20.00",
    totalDiscount: "0.00",
    grandTotal: "100.00",
    payablePerCycle: "100.00",
  },
  subscriptionStartDate: "01 Jan, 2030",
  subscriptionEndsDate: "31 Mar, 2030",
  customerDetails: privateCustomer,
})
