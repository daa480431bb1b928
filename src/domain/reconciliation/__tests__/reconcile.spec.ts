import {
  creditedBeside,
  dayIn,
  differencesOf,
  type ReconcilableOrder,
  reconcile,
  Totals,
} from "../reconcile"

const at = (moment: string, ore: number) => ({ at: new Date(moment), ore: BigInt(ore) })

const NOON = "2026-11-22T12:00:00Z"
const oslo = dayIn("Europe/Oslo")
const november = { from: "2026-11-01", to: "2026-11-30", dayOf: oslo }

type Sides = {
  service?: Partial<ReconcilableOrder["service"]>
  medusa?: Partial<ReconcilableOrder["medusa"]>
  mayBeCapturedUnpaid?: boolean
}

const order = ({ service, medusa, mayBeCapturedUnpaid = false }: Sides): ReconcilableOrder => ({
  id: "einvord_1",
  currencyCode: "nok",
  service: { invoiced: [], credited: [], paid: [], refunded: [], fee: [], ...service },
  medusa: { invoiced: [], paid: [], refunded: [], ...medusa },
  mayBeCapturedUnpaid,
})

const agreed = {
  service: { invoiced: [at(NOON, 100)], paid: [at(NOON, 100)] },
  medusa: { invoiced: [at(NOON, 100)], paid: [at(NOON, 60), at(NOON, 40)] },
}

it.each<[string, Sides, string[]]>([
  ["agrees when both sides say the same", agreed, []],
  [
    "agrees when the payment is lower by what was credited",
    {
      service: { invoiced: [at(NOON, 100)], credited: [at(NOON, 30)] },
      medusa: { invoiced: [at(NOON, 70)] },
    },
    [],
  ],
  ["differs when Medusa has no payment", { service: { invoiced: [at(NOON, 100)] } }, ["invoiced"]],
  [
    "differs when the service has no invoice",
    { medusa: { invoiced: [at(NOON, 1)] } },
    ["invoiced"],
  ],
  ["differs when Medusa did not capture", { service: { paid: [at(NOON, 100)] } }, ["paid"]],
  [
    "differs when Medusa captured what is not paid",
    { medusa: { paid: [at(NOON, 100)] } },
    ["paid"],
  ],
  [
    "agrees when the option has Medusa capture before",
    { medusa: { paid: [at(NOON, 100)] }, mayBeCapturedUnpaid: true },
    [],
  ],
  [
    "differs when the option has Medusa capture before, and the payment was another",
    {
      service: { paid: [at(NOON, 90)] },
      medusa: { paid: [at(NOON, 100)] },
      mayBeCapturedUnpaid: true,
    },
    ["paid"],
  ],
  [
    "differs by one øre of a refund",
    { service: { refunded: [at(NOON, 100)] }, medusa: { refunded: [at(NOON, 99)] } },
    ["refunded"],
  ],
])("an order %s", (_what, sides, expected) => {
  expect(differencesOf(order(sides))).toEqual(expected)
})

it("counts a movement on its day in the store's time zone, and no day outside the period", () => {
  const rows = reconcile(
    order({
      service: {
        // Half past midnight in Oslo.
        invoiced: [at("2026-10-31T23:30:00Z", 500)],
        paid: [at("2026-11-30T22:59:59Z", 500)],
        refunded: [at("2026-11-30T23:00:00Z", 200)],
      },
      medusa: { invoiced: [at("2026-10-31T22:59:59Z", 500)] },
    }),
    november
  )
  expect(rows.map(({ day, service }) => [day, service.invoiced, service.paid])).toEqual([
    ["2026-11-01", 500n, 0n],
    ["2026-11-30", 0n, 500n],
  ])
})

it("finds no difference in money that the sides book before and after midnight", () => {
  const rows = reconcile(
    order({
      service: { paid: [at("2026-11-22T22:59:59Z", 500)] },
      medusa: { paid: [at("2026-11-22T23:00:01Z", 500)] },
    }),
    { ...november, from: "2026-11-22", to: "2026-11-22" }
  )
  expect(rows).toMatchObject([
    { day: "2026-11-22", differs: [], service: { paid: 500n }, medusa: { paid: 0n } },
  ])
})

it("adds up by day and currency", () => {
  const totals = new Totals()
  for (const currencyCode of ["nok", "nok", "sek"]) {
    for (const row of reconcile({ ...order(agreed), currencyCode }, november)) {
      totals.add(row)
    }
  }
  for (const row of reconcile(order({ service: { paid: [at(NOON, 1)] } }), november)) {
    totals.add(row)
  }
  expect(totals.days).toMatchObject([
    {
      day: "2026-11-22",
      currencyCode: "nok",
      orders: 3,
      differing: 1,
      service: { invoiced: 200n, paid: 201n },
      medusa: { paid: 200n },
    },
    { currencyCode: "sek", orders: 1, differing: 0, service: { invoiced: 100n } },
  ])
})

it("counts an order once, whatever number of its days are in the period", () => {
  const totals = new Totals()
  const paidLater = {
    service: {
      invoiced: [at("2026-11-03T12:00:00Z", 100)],
      paid: [at("2026-11-12T12:00:00Z", 100)],
    },
    medusa: { invoiced: [at("2026-11-03T12:00:00Z", 100)] },
  }
  for (const [id, sides] of [
    ["einvord_1", paidLater],
    ["einvord_2", agreed],
  ] as const) {
    for (const row of reconcile({ ...order(sides), id }, november)) {
      totals.add(row)
    }
  }
  expect(totals.days.map(({ day, orders }) => [day, orders])).toEqual([
    ["2026-11-03", 1],
    ["2026-11-12", 1],
    ["2026-11-22", 1],
  ])
  expect([totals.rows, totals.orders, totals.differing]).toEqual([3, 2, 1])
})

describe("a credit that the service names, and that is none of ours", () => {
  const named = { total: 34870n, named: 9990n, credited: 0n, refunded: 0n, captured: undefined }

  it("is what was refunded beyond our own credits and refunds", () => {
    expect(creditedBeside(named)).toBe(9990n)
    expect(creditedBeside({ ...named, credited: 4990n })).toBe(5000n)
    expect(creditedBeside({ ...named, credited: 4990n, refunded: 1000n })).toBe(4000n)
    expect(creditedBeside({ ...named, credited: 19980n })).toBe(0n)
  })

  it("is what a captured payment is lower by: later it was a refund", () => {
    expect(creditedBeside({ ...named, captured: 24880n })).toBe(9990n)
    expect(creditedBeside({ ...named, named: 14990n, captured: 24880n })).toBe(9990n)
    expect(creditedBeside({ ...named, captured: 34870n })).toBe(0n)
    expect(creditedBeside({ ...named, captured: 40000n })).toBe(0n)
  })

  it("is none where a captured payment is lower and the service names nothing", () => {
    expect(creditedBeside({ ...named, named: 0n, captured: 24880n })).toBe(0n)
  })
})
