import { request, type Dispatcher } from "undici"
import type { RequestOf } from "../../connect"

export const TOKEN = "sandbox-token"

export type EInvoiceBody = RequestOf<"orders.create-e-invoice">["body"]

/** What came back: the parsed body where it is JSON. */
export type Reply = {
  status: number
  headers: Dispatcher.ResponseData["headers"]
  text: string
  json: {
    status_code?: number
    status_message?: string
    message?: string
    is_data?: boolean
    is_error?: boolean
    errors?: unknown
    data?: unknown
  }
}

/** Sends one request the way a merchant's server would. */
export async function send(
  method: Dispatcher.HttpMethod,
  url: string,
  { body, headers }: { body?: unknown; headers?: Record<string, string> } = {}
): Promise<Reply> {
  const response = await request(url, {
    method,
    headers: {
      authorization: `Bearer ${TOKEN}`,
      ...(body !== undefined && { "content-type": "application/json" }),
      ...headers,
    },
    ...(body !== undefined && {
      body: typeof body === "string" ? body : JSON.stringify(body),
    }),
  })
  const text = await response.body.text()
  return {
    status: response.statusCode,
    headers: response.headers,
    text,
    json: parsed(text),
  }
}

/** A valid e-invoice order of 1,249.00: two lines, 25 and 15 percent. */
export function eInvoiceBody(
  change: Partial<EInvoiceBody> & { email?: string; callbackUrl?: string } = {}
): EInvoiceBody {
  const { email, callbackUrl, ...rest } = change
  return {
    products: [
      {
        name: "Wool blanket",
        productId: "blanket",
        quantity: 1,
        rate: 1000,
        tax: 25,
        amount: 1000,
      },
      {
        name: "Coffee",
        quantity: "3",
        rate: "83.00",
        tax: "15",
        amount: "249.00",
      },
    ],
    orderSummary: {
      subTotal: "1016.52",
      totalTax: "232.48",
      totalDiscount: "0.00",
      grandTotal: "1249.00",
    },
    orderDate: String(Math.floor(Date.now() / 1000)),
    customerDetails: {
      countryCode: "+47",
      msisdn: "40000000",
      email: email ?? "kari@example.com",
      name: "Kari Nordmann",
      personalNumber: "01886599925",
      address: {
        street: "Storgata 1",
        zip: "0155",
        city: "Oslo",
        country: "NO",
      },
    },
    invoiceFeeApplicable: false,
    referenceNo: "1001",
    callback: { callbackUrl: callbackUrl ?? "http://127.0.0.1:9/callback" },
    ...rest,
  }
}

/** Creates an order and gives its identifier. */
export async function createOrder(
  url: string,
  change: Parameters<typeof eInvoiceBody>[0] = {}
): Promise<string> {
  const { json } = await send("POST", `${url}/api/v1/connect/orders/faktura/create`, {
    body: eInvoiceBody(change),
  })
  return String(Reflect.get(Object(json.data), "uuid"))
}

function parsed(text: string): Reply["json"] {
  try {
    return JSON.parse(text) as Reply["json"]
  } catch {
    return {}
  }
}
