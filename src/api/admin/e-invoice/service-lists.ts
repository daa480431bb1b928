import type { MedusaResponse } from "@medusajs/framework/http"
import { z } from "@medusajs/framework/zod"

import type { ConnectClient, OperationId } from "../../../connect"
import { lazily } from "../../../connect/lazily"
import { type AnyRequest, typedRequest } from "../../../modules/e-invoice/operations/operation"
import { maskPersonalNumbers } from "../../../modules/e-invoice/personal-data/personal-masks"
import { type CsvColumns, isTimeZone, money, sendCsv } from "./csv"

/** A row of the service's, as its catalogue entry reads it. */
type ServiceRow = Readonly<Record<string, unknown>>

const text = (name: string) => (row: ServiceRow) => {
  const value = row[name]
  return typeof value === "string" || typeof value === "number" ? String(value) : null
}

const amount = (name: string) => (row: ServiceRow) => {
  const value = row[name]
  return money(typeof value === "number" ? value : null)
}

/** Lists of the service that are exported: its days and words stand as it writes them. */
const files: Partial<Record<OperationId, { name: string; columns: CsvColumns<ServiceRow> }>> = {
  "subscriptions.list": {
    name: "subscriptions",
    columns: {
      created_at: text("createdAt"),
      id_at_service: text("subscriptionUuid"),
      customer_name: text("customerName"),
      customer_email: text("customerEmail"),
      status: text("status"),
      currency_code: text("currency"),
      amount: amount("amount"),
      frequency: text("frequency"),
      paid_cycles: text("numberOfPaidCycles"),
      cycles: text("repeats"),
    },
  },
  "subscriptions.failed-list": {
    name: "failed_payments",
    columns: {
      order_date: text("orderDate"),
      id_at_service: text("orderUuid"),
      customer_name: text("customerName"),
      status: text("status"),
      currency_code: text("currency"),
      amount: amount("amount"),
    },
  },
}

const asked = lazily(() =>
  z.object({
    format: z.literal("csv"),
    time_zone: z.string().refine(isTimeZone).catch("UTC"),
  })
)

/** Takes out of a query what asks for a file: the operation knows neither. */
export function fileOfServiceList(id: OperationId, given: Readonly<Record<string, unknown>>) {
  const { format: _format, time_zone: _timeZone, ...query } = given
  const { data } = asked().safeParse(given)
  const file = files[id]
  return data && file ? { query, file: { ...file, timeZone: data.time_zone } } : { query: given }
}

type Sending = {
  connect: ConnectClient
  id: OperationId
  /** The request of a page, by the page's number from 1 on. */
  request: (page: number) => AnyRequest
  file: NonNullable<ReturnType<typeof fileOfServiceList>["file"]>
}

/** Sends all pages of a list of the service as a file; the first is read before anything is sent, so that a refusal is an answer. */
export async function sendServiceList(
  res: MedusaResponse,
  { connect, id, request, file }: Sending
): Promise<void> {
  const read = async (page: number) => connect.call(id, typedRequest(request(page)))
  const first = await read(1)
  async function* pages() {
    const last = first.page?.lastPage ?? 1
    for (let page = 1; page <= last; page += 1) {
      const { data } = page === 1 ? first : await read(page)
      yield rowsOf(data)
    }
  }
  await sendCsv(res, file.name, file.columns, pages(), file.timeZone)
}

const rowsOf = (data: unknown): ServiceRow[] =>
  z.array(z.record(z.string(), z.unknown())).parse(maskPersonalNumbers(data))
