import type { History, Step } from "./history"
import type { Mend } from "./mends"

/** A history that broke an invariant once, at its shortest. */
export type Regression = Partial<Omit<History, "steps">> & {
  shows: string
  /** The mend without which it breaks one again. */
  needs?: Mend
  /** Staff themselves had it billed twice: what can be asked is that it is flagged. */
  billsTwice?: true
  steps: History["steps"]
}

/** Another shopper's order, by which the service shows that its list reaches so far. */
const controlOrder = (purchase: number): readonly Step[] => [
  { does: "choose-invoice", purchase },
  { does: "complete", purchase },
]

/** A shopper pays an invoice, and Medusa captures it. */
const CAPTURED: readonly Step[] = [
  ...controlOrder(0),
  { does: "operator", purchase: 0, which: 0, action: "pay" },
  { does: "callback", which: 0, how: "deliver" },
  { does: "wait", seconds: 5 },
]

/** Staff give a bill up whose answer was lost, and bill anew. */
const BILLED_ANEW: readonly Step[] = [
  { does: "choose-other", purchase: 0 },
  { does: "complete", purchase: 0 },
  {
    does: "bill",
    purchase: 0,
    key: "A",
    weather: [{ call: "creation", fault: "drop-after" }],
  },
  { does: "settle-creation", purchase: 0, decision: "give-up", mistaken: true },
  { does: "bill", purchase: 0, key: "B" },
]

/** Stories that random histories come to too seldom. */
export const STORIES: readonly Regression[] = [
  {
    shows: "a bill given up that exists after all, and the order billed anew",
    billsTwice: true,
    steps: [...BILLED_ANEW, { does: "wait", seconds: 300 }],
  },
  {
    shows: "a bill given up that exists after all, and the customer pays both",
    billsTwice: true,
    steps: [
      ...BILLED_ANEW,
      { does: "operator", purchase: 0, which: 0, action: "pay" },
      { does: "operator", purchase: 0, which: 1, action: "pay" },
    ],
  },
  {
    shows: "a bill given up whose invoice the next bill takes up, and the customer pays",
    steps: [
      { does: "choose-other", purchase: 0 },
      { does: "complete", purchase: 0 },
      {
        does: "bill",
        purchase: 0,
        key: "A",
        weather: [{ call: "creation", fault: "drop-after" }],
      },
      { does: "settle-creation", purchase: 0, decision: "give-up", mistaken: true },
      {
        does: "bill",
        purchase: 0,
        key: "B",
        weather: [{ call: "creation", fault: "drop-before" }],
      },
      { does: "wait", seconds: 300 },
      { does: "operator", purchase: 0, which: 0, action: "pay" },
    ],
  },
  {
    shows: "a lost answer, and the shopper pays in another way",
    steps: [
      { does: "choose-invoice", purchase: 0 },
      { does: "complete", purchase: 0, weather: [{ call: "creation", fault: "drop-after" }] },
      { does: "choose-other", purchase: 0 },
      { does: "complete", purchase: 0 },
    ],
  },
  {
    shows: "staff bill an order while the process that bills it ends",
    steps: [
      { does: "choose-other", purchase: 0 },
      { does: "complete", purchase: 0 },
      {
        does: "bill",
        purchase: 0,
        key: "A",
        stops: [{ at: 1, of: "creation", side: "after", does: "end-process" }],
      },
      { does: "bill", purchase: 0, key: "A" },
      { does: "operator", purchase: 0, which: 0, action: "pay" },
    ],
  },
]

/** They are played before the random ones. */
export const REGRESSIONS: readonly Regression[] = [
  {
    shows: "A1: a look-up about one attempt says nothing of the next",
    needs: "attempts are fenced",
    purchases: 3,
    steps: [
      ...controlOrder(1),
      { does: "choose-invoice", purchase: 0 },
      {
        does: "complete",
        purchase: 0,
        weather: [{ call: "creation", fault: "drop-before" }],
      },
      { does: "wait", seconds: 90 },
      ...controlOrder(2),
      { does: "wait", seconds: 60 },
      // The list it asks for takes long. Meanwhile the shopper's own look-up settles the attempt, and the next is sent.
      {
        does: "refresh",
        purchase: 0,
        stops: [{ at: 1, of: "service", side: "after", does: "hold", steps: 2 }],
      },
      {
        does: "complete",
        purchase: 0,
        weather: [{ call: "creation", fault: "drop-after" }],
        stops: [{ at: 1, of: "creation", side: "after", does: "hold", steps: 2 }],
      },
      { does: "wait", seconds: 1 },
      { does: "wait", seconds: 1 },
      { does: "complete", purchase: 0 },
    ],
  },
  {
    shows: "A1: staff who decide about one attempt decide nothing of the next",
    needs: "attempts are fenced",
    purchases: 3,
    steps: [
      ...controlOrder(1),
      { does: "choose-invoice", purchase: 0 },
      {
        does: "complete",
        purchase: 0,
        weather: [{ call: "creation", fault: "drop-before" }],
      },
      { does: "wait", seconds: 90 },
      ...controlOrder(2),
      { does: "wait", seconds: 60 },
      {
        does: "settle-creation",
        purchase: 0,
        decision: "create-again",
        stops: [{ at: 2, side: "after", does: "hold", steps: 2 }],
      },
      {
        does: "complete",
        purchase: 0,
        weather: [{ call: "creation", fault: "drop-after" }],
        stops: [{ at: 1, of: "creation", side: "after", does: "hold", steps: 2 }],
      },
      { does: "wait", seconds: 1 },
      { does: "wait", seconds: 1 },
      { does: "complete", purchase: 0 },
    ],
  },
  {
    shows: "A2: a key whose refund another key adopted pays back no second time",
    needs: "keys of a refund are aliases",
    // Without an amount, no key adopts it: staff say what became of it.
    namesRefunds: true,
    steps: [
      ...CAPTURED,
      {
        does: "refund",
        purchase: 0,
        ore: 5_000,
        key: "A",
        weather: [{ call: "refund", fault: "drop-after" }],
      },
      { does: "refund", purchase: 0, ore: 5_000, key: "B" },
      { does: "refund", purchase: 0, ore: 5_000, key: "A" },
    ],
  },
  {
    shows: "a refund that never arrived is not taken for a smaller one that the operator gave",
    steps: [
      ...CAPTURED,
      {
        does: "refund",
        purchase: 0,
        ore: 5_000,
        key: "A",
        weather: [{ call: "refund", fault: "drop-before" }],
      },
      { does: "give-back", purchase: 0, which: 0, ore: 2_000 },
      { does: "wait", seconds: 150 },
      { does: "refund", purchase: 0, ore: 5_000, key: "A" },
    ],
  },
  {
    shows: "A3: a list of a service whose clock is behind proves no absence",
    needs: "absence of an order is proven",
    serviceSkewMs: -360_000,
    steps: [
      { does: "choose-invoice", purchase: 0 },
      {
        does: "complete",
        purchase: 0,
        weather: [{ call: "creation", fault: "drop-after" }],
      },
      { does: "wait", seconds: 150 },
      { does: "complete", purchase: 0 },
    ],
  },
  {
    shows: "A3: an empty list proves no absence",
    needs: "absence of an order is proven",
    steps: [
      { does: "choose-invoice", purchase: 0 },
      {
        does: "complete",
        purchase: 0,
        weather: [{ call: "creation", fault: "drop-after" }],
      },
      { does: "wait", seconds: 150 },
      {
        does: "complete",
        purchase: 0,
        weather: [{ call: "list", fault: "empty-list" }],
      },
    ],
  },
  {
    shows: "A3: a refund that the service carries out later is not done anew",
    needs: "a refund is not absent because nothing changed",
    delayedRefunds: true,
    steps: [
      ...CAPTURED,
      {
        does: "refund",
        purchase: 0,
        ore: 5_000,
        key: "A",
        weather: [{ call: "refund", fault: "drop-after" }],
      },
      { does: "wait", seconds: 150 },
      { does: "refund", purchase: 0, ore: 5_000, key: "A" },
    ],
  },
  {
    shows: "B1: a new session on a placed order's collection detaches nothing",
    needs: "a payment is found by its own id",
    steps: [
      { does: "choose-invoice", purchase: 0 },
      { does: "complete", purchase: 0 },
      { does: "choose-other", purchase: 0 },
      { does: "operator", purchase: 0, which: 0, action: "pay" },
    ],
  },
  {
    shows: "B1: a detached invoice that is cancelled is released or flagged",
    needs: "a payment is found by its own id",
    steps: [
      { does: "choose-invoice", purchase: 0 },
      { does: "complete", purchase: 0 },
      { does: "choose-invoice", purchase: 0 },
      { does: "operator", purchase: 0, which: 0, action: "cancel" },
    ],
  },
  {
    shows: "B2: a checkout that was cut off, and the shopper chooses anew",
    needs: "a standing order is found by its collection",
    // The killed process holds the cart's lock no longer.
    sharedLocks: false,
    steps: [
      { does: "choose-invoice", purchase: 0 },
      {
        does: "complete",
        purchase: 0,
        stops: [{ at: 1, of: "service", side: "after", does: "end-process" }],
      },
      { does: "choose-invoice", purchase: 0 },
      { does: "complete", purchase: 0 },
    ],
  },
  {
    shows: "a refund of Medusa whose process ended before it was written down here",
    steps: [
      ...CAPTURED,
      {
        does: "medusa-refund",
        purchase: 0,
        ore: 5_000,
        stops: [{ at: 1, of: "service", side: "before", does: "end-process" }],
      },
    ],
  },
  {
    shows: "an order cut off before it was written down here, and the shopper chooses anew",
    steps: [
      { does: "choose-invoice", purchase: 0 },
      {
        does: "complete",
        purchase: 0,
        stops: [{ at: 7, side: "after", does: "end-process" }],
      },
      { does: "choose-invoice", purchase: 0 },
    ],
  },
  {
    shows: "staff give up an invoice, and its order was cut off meanwhile",
    steps: [
      { does: "choose-invoice", purchase: 0 },
      {
        does: "complete",
        purchase: 0,
        weather: [{ call: "creation", fault: "510-before" }],
      },
      {
        does: "complete",
        purchase: 0,
        stops: [{ at: 17, side: "before", does: "end-process" }],
      },
      { does: "settle-creation", purchase: 0, decision: "give-up" },
    ],
  },
  {
    shows:
      "a checkout that was cut off after one that was taken back, and the shopper pays another way",
    steps: [
      { does: "choose-invoice", purchase: 0 },
      {
        does: "complete",
        purchase: 0,
        weather: [{ call: "creation", fault: "500-before" }],
      },
      {
        does: "complete",
        purchase: 0,
        stops: [{ at: 11, side: "after", does: "end-process" }],
      },
      { does: "settle-creation", purchase: 0, decision: "create-again" },
      { does: "choose-other", purchase: 0 },
    ],
  },
  {
    shows: "staff bill an order in the middle of its checkout",
    steps: [
      { does: "choose-other", purchase: 0 },
      {
        does: "complete",
        purchase: 0,
        process: 1,
        stops: [{ at: 6, side: "after", does: "hold", steps: 3 }],
      },
      { does: "bill", purchase: 0, key: "A" },
    ],
  },
  {
    shows: "a capture of Medusa whose process ended, of an invoice not paid",
    steps: [
      { does: "choose-invoice", purchase: 0 },
      { does: "complete", purchase: 0 },
      {
        does: "capture",
        purchase: 0,
        stops: [{ at: 7, side: "after", does: "end-process" }],
      },
    ],
  },
  {
    shows: "an order of which a part is to come back is billed anew by what is kept",
    steps: [
      { does: "choose-invoice", purchase: 0 },
      { does: "complete", purchase: 0 },
      { does: "return-items", purchase: 0, quantity: 3 },
      { does: "bill", purchase: 0, key: "A" },
    ],
  },
  {
    shows:
      "an order that costs something else by now, whose checkout ended before its payment, is paid",
    steps: [
      { does: "choose-invoice", purchase: 0 },
      { does: "complete", purchase: 0, weather: [{ call: "creation", fault: "drop-after" }] },
      {
        does: "complete",
        purchase: 0,
        stops: [{ at: 12, side: "before", does: "end-process" }],
      },
      { does: "change-order", purchase: 0, quantity: 2 },
      { does: "operator", purchase: 0, which: 1, action: "pay" },
      { does: "cancel-order", purchase: 0 },
    ],
  },
  {
    shows:
      "an exchanged order is billed while its invoice, whose credit was rejected, was paid unseen",
    steps: [
      { does: "choose-invoice", purchase: 0 },
      { does: "complete", purchase: 0 },
      { does: "exchange", purchase: 0, quantity: 3, mugs: 2 },
      { does: "operator", purchase: 0, which: 0, action: "pay" },
      { does: "bill", purchase: 0, key: "A" },
    ],
  },
  {
    shows: "the lines of an exchanged order's invoice cannot be read at first",
    steps: [
      { does: "choose-invoice", purchase: 0 },
      { does: "complete", purchase: 0 },
      { does: "operator", purchase: 0, which: 0, action: "invoice" },
      {
        does: "exchange",
        purchase: 0,
        quantity: 2,
        mugs: 1,
        weather: [{ call: 2, fault: "garbage-after" }],
      },
    ],
  },
  {
    shows:
      "an order whose invoice was paid unseen is changed by a process that ends, and marked as paid",
    steps: [
      { does: "choose-invoice", purchase: 0 },
      { does: "complete", purchase: 0 },
      { does: "operator", purchase: 0, which: 0, action: "pay" },
      {
        does: "change-order",
        purchase: 0,
        quantity: 2,
        stops: [{ at: 6, side: "after", does: "end-process" }],
      },
      { does: "return-items", purchase: 0, quantity: 1 },
      { does: "mark-as-paid", purchase: 0 },
    ],
  },
  {
    shows: "a bill is asked for once more under its key, after its order changed",
    steps: [
      { does: "choose-other", purchase: 0 },
      { does: "complete", purchase: 0 },
      { does: "bill", purchase: 0, key: "A" },
      { does: "return-items", purchase: 0, quantity: 1 },
      { does: "cancel-invoice", purchase: 0 },
      { does: "bill", purchase: 0, key: "A" },
    ],
  },
  {
    shows: "a refund beside a capture that a process left of an invoice not paid",
    steps: [
      { does: "choose-invoice", purchase: 0 },
      { does: "complete", purchase: 0 },
      {
        does: "capture",
        purchase: 0,
        stops: [{ at: 6, side: "after", does: "end-process" }],
      },
      { does: "cancel-order", purchase: 0 },
      { does: "change-order", purchase: 0, quantity: 3 },
      { does: "wait", seconds: 15 },
      { does: "refund", purchase: 0, ore: 5000, key: "B" },
    ],
  },
  {
    shows: "Medusa's refund beside a capture that a process left of an invoice not paid",
    steps: [
      { does: "choose-invoice", purchase: 0 },
      { does: "complete", purchase: 0 },
      {
        does: "capture",
        purchase: 0,
        stops: [{ at: 6, side: "after", does: "end-process" }],
      },
      { does: "wait", seconds: 15 },
      { does: "medusa-refund", purchase: 0, ore: 5000 },
      { does: "operator", purchase: 0, which: 0, action: "cancel" },
    ],
  },
  {
    shows: "an order that a checkout left is reserved, the answer is lost, and all goods come back",
    steps: [
      { does: "choose-invoice", purchase: 0 },
      {
        does: "complete",
        purchase: 0,
        stops: [{ at: 7, side: "before", does: "end-process" }],
      },
      { does: "wait", seconds: 150 },
      { does: "sweep" },
      {
        does: "reserve",
        purchase: 0,
        key: "A",
        weather: [{ call: "creation", fault: "drop-before" }],
      },
      { does: "return-items", purchase: 0, quantity: 3 },
    ],
  },
  {
    shows:
      "an order is exchanged while the service makes its bill, and another bill waits for that",
    steps: [
      { does: "choose-other", purchase: 0 },
      { does: "complete", purchase: 0 },
      {
        does: "bill",
        purchase: 0,
        key: "A",
        stops: [{ at: 1, of: "creation", side: "after", does: "hold", steps: 3 }],
      },
      { does: "bill", purchase: 0, key: "B" },
      { does: "exchange", purchase: 0, quantity: 2, mugs: 3 },
    ],
  },
  {
    shows: "an order is billed whose exchange was cut off before Medusa cancelled its payment",
    steps: [
      { does: "choose-invoice", purchase: 0 },
      { does: "complete", purchase: 0 },
      {
        does: "exchange",
        purchase: 0,
        quantity: 1,
        mugs: 3,
        stops: [{ at: 3, side: "after", does: "end-process" }],
      },
      { does: "bill", purchase: 0, key: "B" },
    ],
  },
  {
    shows: "a checkout at work on an order while the sweep of another server finds its invoice",
    seed: 9702335,
    sharedLocks: false,
    steps: [
      { does: "operator", purchase: 0, which: 0, action: "expire" },
      { does: "choose-invoice", purchase: 0 },
      { does: "complete", purchase: 0, weather: [{ call: "creation", fault: "garbage-after" }] },
      { does: "choose-invoice", purchase: 0 },
      { does: "wait", seconds: 150 },
      { does: "sweep" },
      {
        does: "complete",
        purchase: 0,
        process: 1,
        together: true,
        weather: [{ call: "list", fault: "500-after" }],
      },
    ],
  },
  {
    shows: "an invoice credited in two parts, of which a callback says that it was paid",
    seed: 12901245,
    steps: [
      { does: "choose-invoice", purchase: 0 },
      { does: "complete", purchase: 0 },
      { does: "operator", purchase: 0, which: 0, action: "invoice" },
      { does: "return-items", purchase: 0, quantity: 2 },
      { does: "cancel-invoice", purchase: 0 },
      { does: "callback", which: 2, how: "forge" },
    ],
  },
  {
    shows: "an order with a captured reservation is cancelled by a process that ends",
    seed: 13300159,
    steps: [
      { does: "choose-other", purchase: 0 },
      { does: "complete", purchase: 0 },
      { does: "reserve", purchase: 0, key: "A" },
      { does: "card-holder", purchase: 0, which: 0, action: "confirm" },
      { does: "capture-card", purchase: 0, which: 0, key: "A", halves: 1 },
      { does: "exchange", purchase: 0, quantity: 2, mugs: 1 },
      {
        does: "cancel-order",
        purchase: 0,
        stops: [{ at: 1, side: "after", does: "end-process" }],
      },
    ],
  },
]
