import type { Quirks } from "../../src/sandbox"
import type { OrderAction } from "../../src/sandbox/service/order-transitions"
import type { CardDeed } from "./cards"
import { type Fate, mulberry, type Point, type Stop } from "./kernel"
import { type Fault, FAULTS, type Weather } from "./service"

/** What happens in a history; `purchase` counts the carts. */
export type Deed =
  | { does: "choose-invoice"; purchase: number }
  | { does: "choose-other"; purchase: number }
  | { does: "complete"; purchase: number }
  | { does: "change-cart"; purchase: number; quantity: number }
  | { does: "sweep" }
  | { does: "erase" }
  | { does: "service-turns"; quirks: Quirks }
  | {
      does: "callback"
      which: number
      how: "deliver" | "again" | "forge" | "lose"
    }
  | { does: "refresh"; purchase: number }
  | {
      does: "settle-creation"
      purchase: number
      decision: "adopt" | "create-again" | "give-up"
      /** Staff do not find an order that is there. */
      mistaken?: true
    }
  | { does: "bill"; purchase: number; key: string }
  | {
      does: "refund"
      purchase: number
      ore: number
      key: string
      confirmed?: true
    }
  | { does: "medusa-refund"; purchase: number; ore: number }
  | { does: "settle-refund"; purchase: number }
  | { does: "cancel-invoice"; purchase: number }
  | { does: "cancel-order"; purchase: number }
  | { does: "change-order"; purchase: number; quantity: number }
  | { does: "return-items"; purchase: number; quantity: number }
  | { does: "exchange"; purchase: number; quantity: number; mugs: number }
  | { does: "receive-return"; purchase: number }
  | { does: "capture"; purchase: number }
  | { does: "operator"; purchase: number; which: number; action: OrderAction }
  | { does: "give-back"; purchase: number; which: number; ore: number }
  | CardDeed
  | { does: "mark-as-paid"; purchase: number }
  | { does: "wait"; seconds: number }

export type Step = Deed & {
  /** In which process of the store: 0 when left out. */
  process?: number
  /** Begins before what went before has come to rest. */
  together?: true
  stops?: readonly Stop[]
  /** Strikes the next calls that fit, whosever they are: these when they fit, or later ones. */
  weather?: readonly Weather[]
}

/** A history that can be played again: what is done, and in what world. */
export type History = {
  /** Decides in which order acts that run together cross their boundaries. */
  seed: number
  purchases: number
  /** Whether the processes share Medusa's locks. */
  sharedLocks: boolean
  /** How far the service's clock is from the truth, in milliseconds. */
  serviceSkewMs: number
  /** How far the second process's clock is from the truth, in milliseconds. */
  secondSkewMs: number
  /** Whether the service carries refunds out later, by itself. */
  delayedRefunds: boolean
  /** Whether the service names how much it refunded of an order. */
  namesRefunds: boolean
  steps: readonly Step[]
}

/** A world in which nothing is out of the ordinary. */
export const ORDINARY: Omit<History, "steps"> = {
  seed: 1,
  purchases: 1,
  sharedLocks: true,
  serviceSkewMs: 0,
  secondSkewMs: 0,
  delayedRefunds: false,
  namesRefunds: false,
}

export const fateOf = ({ stops = [] }: Step): Fate => ({ stops })

type Chance = {
  one<Value>(values: readonly Value[]): Value
  upTo(most: number): number
  happens(probability: number): boolean
}

/** Makes up a history. */
export function randomHistory(seed: number): History {
  const next = mulberry(seed)
  const chance: Chance = {
    one: (values) => values[Math.floor(next() * values.length)] as never,
    upTo: (most) => 1 + Math.floor(next() * most),
    happens: (probability) => next() < probability,
  }
  const purchases = chance.happens(0.2) ? 2 : 1
  const length = 4 + chance.upTo(14)
  const ends = chance.one(SHARES_OF_ENDS)
  const story: Deed[] = [
    ...(chance.happens(0.2)
      ? chance.happens(0.5)
        ? billedByStaff(chance)
        : reservedByStaff(chance)
      : chance.happens(0.25)
        ? changedByStaff(chance)
        : chosenAtCheckout(chance)),
    ...Array.from({ length }, () => deed(chance, purchases)),
  ]
  return {
    seed,
    purchases,
    sharedLocks: chance.happens(0.7),
    serviceSkewMs: chance.one([0, 0, 0, -360_000, 360_000]),
    secondSkewMs: chance.one([0, 0, 120_000, -120_000]),
    delayedRefunds: chance.happens(0.2),
    steps: story.map((one) => circumstances(chance, one, ends)),
    namesRefunds: chance.happens(0.2),
  }
}

const chosenAtCheckout = (chance: Chance): Deed[] => [
  { does: "choose-invoice", purchase: 0 },
  ...(chance.happens(0.5) ? [{ does: "complete" as const, purchase: 0 }] : []),
]

/** An order by invoice that staff change, perhaps before the invoice is out, perhaps once it is paid. */
const changedByStaff = (chance: Chance): Deed[] => [
  { does: "choose-invoice", purchase: 0 },
  { does: "complete", purchase: 0 },
  ...(["invoice", "pay"] as const).slice(0, chance.upTo(3) - 1).flatMap((action): Deed[] => [
    { does: "operator", purchase: 0, which: 0, action },
    { does: "callback", which: 0, how: "deliver" },
  ]),
  chance.one([
    { does: "change-order", purchase: 0, quantity: chance.upTo(4) },
    { does: "return-items", purchase: 0, quantity: chance.upTo(3) },
    { does: "exchange", purchase: 0, quantity: chance.upTo(3), mugs: chance.upTo(3) },
  ] as const),
]

/** An order that waits for money to be collected, and staff who bill it, perhaps once more. */
const billedByStaff = (chance: Chance): Deed[] => [
  { does: "choose-other", purchase: 0 },
  { does: "complete", purchase: 0 },
  { does: "bill", purchase: 0, key: "A" },
  ...(chance.happens(0.5)
    ? [givenUp(chance), { does: "bill" as const, purchase: 0, key: "B" }]
    : []),
]

/** An order that waits for money to be collected, and staff who reserve it on a card, perhaps a part beside an invoice. */
const reservedByStaff = (chance: Chance): Deed[] => [
  chance.happens(0.7)
    ? { does: "choose-other", purchase: 0 }
    : { does: "choose-invoice", purchase: 0 },
  { does: "complete", purchase: 0 },
  ...(chance.happens(0.3) ? [{ does: "change-order" as const, purchase: 0, quantity: 4 }] : []),
  { does: "reserve", purchase: 0, key: "A" },
  { does: "card-holder", purchase: 0, which: 0, action: "confirm" },
  ...(chance.happens(0.6)
    ? [
        {
          does: "capture-card" as const,
          purchase: 0,
          which: 0,
          key: "A",
          halves: chance.one([1, 2, 2] as const),
        },
      ]
    : []),
]

const givenUp = (chance: Chance): Deed => ({
  does: "settle-creation",
  purchase: 0,
  decision: "give-up",
  ...(chance.happens(0.5) && { mistaken: true as const }),
})

/** How many of the acts that send end their process, from history to history. */
const SHARES_OF_ENDS = [0, 0.1, 0.3, 0.5] as const

const WAITS = [1, 5, 15, 40, 90, 150, 300, 1_800, 8_000, 90_000] as const
const AMOUNTS = [5_000, 5_000, 10_000, 9_990] as const

function deed(chance: Chance, purchases: number): Deed {
  const purchase = chance.upTo(purchases) - 1
  const kind = chance.one(KINDS)
  switch (kind) {
    case "change-cart":
    case "change-order":
      return { does: kind, purchase, quantity: chance.upTo(4) }
    case "return-items":
      return { does: kind, purchase, quantity: chance.upTo(3) }
    case "exchange":
      return { does: kind, purchase, quantity: chance.upTo(3), mugs: chance.upTo(3) }
    case "sweep":
    case "erase":
      return { does: kind }
    case "service-turns":
      return { does: kind, quirks: chance.one(QUIRKS) }
    case "callback":
      return {
        does: kind,
        which: chance.upTo(4) - 1,
        how: chance.one(["deliver", "deliver", "again", "forge", "lose"]),
      }
    case "settle-creation":
      return {
        does: kind,
        purchase,
        decision: chance.one(["adopt", "create-again", "give-up"]),
        ...(chance.happens(0.2) && { mistaken: true as const }),
      }
    case "bill":
      return { does: kind, purchase, key: chance.one(["A", "A", "B"]) }
    case "refund":
      return {
        does: kind,
        purchase,
        ore: chance.one(AMOUNTS),
        key: chance.one(["A", "A", "B"]),
        ...(chance.happens(0.2) && { confirmed: true as const }),
      }
    case "medusa-refund":
      return { does: kind, purchase, ore: chance.one(AMOUNTS) }
    case "operator":
      return {
        does: kind,
        purchase,
        which: chance.upTo(2) - 1,
        action: chance.one(["invoice", "pay", "pay", "pay", "cancel", "expire"]),
      }
    case "give-back":
      return {
        does: kind,
        purchase,
        which: chance.upTo(2) - 1,
        ore: chance.one(AMOUNTS),
      }
    case "reserve":
      return { does: kind, purchase, key: chance.one(["A", "A", "B"]) }
    case "card-holder":
      return {
        does: kind,
        purchase,
        which: chance.upTo(2) - 1,
        action: chance.one(["confirm", "confirm", "confirm", "decline"]),
      }
    case "capture-card":
      return {
        does: kind,
        purchase,
        which: chance.upTo(2) - 1,
        key: chance.one(["A", "B"]),
        halves: chance.one([1, 2, 2] as const),
      }
    case "refund-card":
      return {
        does: kind,
        purchase,
        which: chance.upTo(2) - 1,
        ore: chance.one(AMOUNTS),
        key: chance.one(["A", "A", "B"]),
        ...(chance.happens(0.2) && { confirmed: true as const }),
      }
    case "cancel-card":
      return { does: kind, purchase, which: chance.upTo(2) - 1 }
    case "wait":
      return { does: kind, seconds: chance.one(WAITS) }
    default:
      return { does: kind, purchase }
  }
}

/** What the service may do otherwise from some moment on. */
const QUIRKS: readonly Quirks[] = [
  { listLag: 30 },
  { listLag: 600 },
  { ignoredFilters: true },
  { emptyLists: true },
  { strictRange: true },
  { noDateHeader: true },
  {},
]

/** Each as often as it is to come up. */
const KINDS = Object.entries({
  "choose-invoice": 3,
  "choose-other": 2,
  complete: 9,
  "change-cart": 1,
  sweep: 6,
  erase: 1,
  "service-turns": 2,
  callback: 6,
  refresh: 3,
  "settle-creation": 3,
  bill: 2,
  refund: 4,
  "medusa-refund": 2,
  "settle-refund": 1,
  "cancel-invoice": 1,
  "cancel-order": 1,
  "change-order": 4,
  "return-items": 3,
  exchange: 2,
  "receive-return": 2,
  capture: 2,
  operator: 6,
  "give-back": 1,
  reserve: 2,
  "card-holder": 3,
  "capture-card": 2,
  "refund-card": 2,
  "cancel-card": 1,
  "mark-as-paid": 1,
  wait: 7,
} satisfies Record<Deed["does"], number>).flatMap(([kind, often]) =>
  Array.from({ length: often }, () => kind as Deed["does"])
)

/** Who sends to the service: weather and stops hit what they do. */
const SENDS: ReadonlySet<Deed["does"]> = new Set([
  "complete",
  "sweep",
  "callback",
  "refresh",
  "refund",
  "medusa-refund",
  "settle-creation",
  "bill",
  "settle-refund",
  "cancel-invoice",
  "cancel-order",
  "change-order",
  "return-items",
  "exchange",
  "receive-return",
  "capture",
  "reserve",
  "capture-card",
  "refund-card",
  "cancel-card",
])

function circumstances(chance: Chance, one: Deed, ends: number): Step {
  if (!SENDS.has(one.does) && one.does !== "choose-invoice") {
    return one
  }
  return {
    ...one,
    ...(chance.happens(0.3) && { process: 1 }),
    ...(chance.happens(0.15) && { together: true as const }),
    ...(chance.happens(0.4) && { weather: [weather(chance)] }),
    ...(chance.happens(ends)
      ? { stops: [{ ...point(chance), does: "end-process" as const }] }
      : chance.happens(0.2) && {
          stops: [{ ...point(chance), does: "hold" as const, steps: chance.upTo(4) }],
        }),
  }
}

function weather(chance: Chance): Weather {
  const call = chance.one(CALLS)
  return {
    call,
    fault: call === "list" ? chance.one(OF_LISTS) : chance.one(FAULTS),
  }
}

const CALLS = [1, 2, 3, "creation", "creation", "creation", "refund", "refund", "list"] as const

const OF_LISTS: readonly Fault[] = [...FAULTS, "empty-list", "empty-list"]

/** An act reaches its first crossings most often, so half of all points are among them. */
function point(chance: Chance): Point {
  const where = chance.one([
    { at: 1, of: "creation" },
    { at: 1, of: "refund" },
    { at: chance.upTo(3), of: "service" },
    { at: chance.upTo(30) },
    { at: chance.upTo(12) },
    { at: chance.upTo(12) },
  ] as const)
  return { ...where, side: chance.one(["before", "after"] as const) }
}

/** A history in words, a line for each step. */
export function inWords(history: History): string[] {
  const { purchases, sharedLocks, serviceSkewMs, secondSkewMs } = history
  const { delayedRefunds, namesRefunds } = history
  return [
    [
      `${purchases} purchase${purchases > 1 ? "s" : ""}`,
      sharedLocks ? "shared locks" : "locks of each process",
      ...(serviceSkewMs ? [`service clock ${serviceSkewMs / 1000} s off`] : []),
      ...(secondSkewMs ? [`second process ${secondSkewMs / 1000} s off`] : []),
      ...(delayedRefunds ? ["refunds are carried out later"] : []),
      ...(namesRefunds ? ["the service names what it refunded"] : []),
    ].join(", "),
    ...history.steps.map((step, index) => `${index + 1}. ${stepInWords(step)}`),
  ]
}

function stepInWords(step: Step): string {
  const { does, process, together, stops = [], weather = [], ...rest } = step
  const details = Object.entries(rest)
    .map(([name, value]) => `${name} ${typeof value === "object" ? JSON.stringify(value) : value}`)
    .join(", ")
  return [
    does,
    details && `(${details})`,
    process ? "in the second process" : "",
    together ? "at the same time" : "",
    ...weather.map(({ call, fault }) => `; call ${call}: ${fault}`),
    ...stops.map(
      (one) =>
        `; ${one.does === "hold" ? `stands still for ${one.steps} steps` : "the process ends"} ${one.side} ${one.of === "service" ? "call" : (one.of ?? "crossing")} ${one.at}`
    ),
  ]
    .filter(Boolean)
    .join(" ")
    .replaceAll(" ;", ";")
}
