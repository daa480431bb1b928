import type { Purchase } from "./purchase"

/** The merchant refunds in the service's own portal. */
export async function refundAtService(
  sandbox: {
    order(uuid: string): {
      callbackUrl: string | null
      lines: { id: number; amount: number }[]
    }
  },
  { uuid }: Pick<Purchase, "uuid">,
  amount: number
): Promise<void> {
  const { lines } = sandbox.order(uuid)
  const total = lines.reduce((sum, line) => sum + line.amount, 0)
  const [first] = lines
  const products =
    amount === Math.round(total * 100) / 100
      ? lines.map(({ id, amount: whole }) => ({ id, amount: whole }))
      : [{ id: first?.id ?? 0, amount }]
  await postRefund(uuid, { type: "regular", grandTotal: amount, products })
}

/** Asks the service itself for a refund, as its portal does. */
export const postRefund = (uuid: string, body: object): Promise<void> =>
  post(`orders/refund/${uuid}`, body)

/** The same of a reservation. */
export const refundReservationAtService = (uuid: string, body: object): Promise<void> =>
  post(`reservations/refund/${uuid}`, { type: "reservation", ...body })

async function post(path: string, body: object): Promise<void> {
  const answer = await fetch(`${process.env.E_INVOICE_BASE_URL}/api/v1/connect/${path}`, {
    method: "POST",
    headers: {
      authorization: "Bearer sandbox-token",
      "content-type": "application/json",
    },
    body: JSON.stringify(body),
  })
  expect(answer.status).toBe(202)
}
