import { operationIds, operationOf } from "../../src/connect"
import { adminLists } from "./admin-lists"
import { list } from "./lists"

/** `docs/admin-api.md`: lists and money operations from the code, the rest by hand. */
export const adminApiPage = (): string => `# Admin API

For a signed-in admin user or a secret API key, below \`/admin/e-invoice\`. Answers mask personal numbers.

\`\`\`bash
curl --user sk_your_secret_key: 'http://localhost:9000/admin/e-invoice/orders?state=succeeded&limit=5'
\`\`\`

For a Medusa order, prefer [its routes](#orders-and-customers-of-medusa): the server takes and checks the order's own lines.

## Operations of the service

One address serves every [operation](operations.md); [openapi.json](openapi.json) has the fields. **Read** with \`GET\`, all parameters in the query string; **change** with \`POST\`:

\`\`\`text
GET /admin/e-invoice/operations/orders.status?order_uuid=ODR1234567890

POST /admin/e-invoice/operations/reservations.capture
Idempotency-Key: 4b9a6b0e-6f0d-4c58-9a26-0d6a5f3c2a11
Content-Type: application/json

{
  "params": { "reservation_uuid": "RES1234567890" },
  "body": { "grandTotal": "100.00", "products": [{ "id": 1, "amount": "100.00" }] }
}
\`\`\`

Both answer \`data\`, and \`raw\` where its shape is unknown. Reading adds \`message_key\` and \`provenance\`, of a list \`count\`, \`offset\`, \`limit\`, \`page\` and \`pages\`,
of a record \`can\`; changing adds \`operation: { id, state, subject_uuid, record_id, ... }\`. Optional beside \`params\`: Medusa's \`order_id\`, \`customer_id\` and
\`currency_code\`; \`link_due_date\` (\`2026-12-01\`, to the end of that day in Norway); \`confirm_repeat\`. \`callback.callbackUrl\` is the plugin's own unless given.

### Idempotency-Key

One for each intended change, best a UUID (1 to 200 printable ASCII characters, no space). The same key again answers the same and sends nothing. Required
by ${moneyOperations()}, and the routes below that bill, capture, charge or refund.

While one of these is under way or in doubt, other changes of its record are held back. What may be meant once takes \`confirm_repeat: true\`: the same amount on the same
record (each \`orders.delayed-charge\`, which names none), or any of another user's, for ten minutes after it was moved; the same amount for a day after a doubt was settled
as carried out; the same amount for 30 days after it was recorded as not carried out; a refund of a
subscription's cycle, and of an order that was not made from here, beside the same amount through the other for 30 days, or any that is open; a refund of a reservation once approval of another was asked for, until the answer is recorded; and a refund that a Medusa order does not owe, for ten minutes after any other, and while
one is open or waits for approval. So does a refund of an invoice beside one of a reservation of the same Medusa order, and one of a reservation beside a refund or credit
of its invoices, one that the portal gave and that is not recorded, or while the service cannot be asked for them. For a refund of an invoice, send the account's
\`seen\` instead: if another was made since, it is rejected with the code \`confirm_repeat\`, and the new \`seen\` among its values. It is to be confirmed also then
while a reservation's is open, or where the order is flagged \`return_unrefunded\` and nothing is owed any more. So does a refund of a
reservation, of a subscription's cycles, or of an order beside checkouts of which the service shows more as refunded than was sent from here: read right before it is sent.

## Orders and customers of Medusa

${list([
  [
    "`GET /medusa-orders/:id/bill`",
    "`{ outstanding: { currency_code, pending, billable, open: [{ source, id, amount }], not_billable, reserved_beyond, capturable_beyond, set_off_beyond, marked_beyond, charged_beyond, reserved_goodwill, waits_for_parcels } }`. `reserved_beyond` is how much more than the order costs the customer was asked for, where a reservation took a part of that, and `capturable_beyond` how much of it is not captured; `set_off_beyond` what cards paid for goods that went, and that Medusa sets off against goods at another VAT rate; `marked_beyond` what staff marked as paid in Medusa beyond what the order costs, and no reservation took; `charged_beyond` what a card was charged besides for nothing that the order holds; `reserved_goodwill` what was refunded of a reservation for neither goods that went nor a credit of the order, or that came back. `not_billable` is null, `cancelled`, `draft`, `listed-twice` (a line, by Medusa), `credit-missing` (of a paid invoice), `credit-open` (in doubt), `credit-awaited` (of a parcel's invoice), `checkout-open`, `unsettled`, `payment-under-way`, `order-change-active`, `open-bill` or `nothing-outstanding`. While `waits_for_parcels`, parcels are billed by themselves; by hand, all is billed at once.",
  ],
  [
    "`POST /medusa-orders/:id/bill`",
    "`{ by, personal_number?, organization_id?, phone?, email?, send_by?: { sms, email }, link_due_date?, reference? }`; `by` is `payment-link`, `invoice`, `e-invoice`, `ehf-invoice` or `reservation`. Answers `{ e_invoice_order }`, or as `reservations.submit` ([why](decisions/bills-are-payments.md)). The Idempotency-Key of a bill counts within its order: one key on two orders bills each, once. That of a reservation counts among all, as elsewhere.",
  ],
  [
    "`POST /medusa-orders/:id/subscriptions`",
    "subscribes to the lines: `{ frequency, repeats, start_date, end_date?, link_due_date?, send_by: { sms, email }, organization_id?, confirm_repeat? }`, answered as `subscriptions.create`. `confirm_repeat` while another subscription bills the order. Or with `return_to: { success, failure }` in place of `send_by`, as `subscriptions.create-session`: pass its `paymentUrl` on to the customer.",
  ],
  [
    "`GET /medusa-orders/:id/reservations`",
    "`{ reservations: [{ record, account, in_doubt, awaiting_approval, problem }], count }`. `account` has totals and what is left; null, with a `problem`, if the service gave none.",
  ],
  [
    "`POST /medusa-orders/:id/reservations`",
    "reserves the lines, if the whole price is outstanding: `{ send_by: { sms, email }, link_due_date?, charge_validity_days?, customer_notes?, organization_id? }`. Answers as `reservations.submit`.",
  ],
  [
    "`GET /medusa-customers/:id`",
    "the customer at the service: `{ medusa_customer: { id, service_customers: [{ uuid, last_seen_at, order_ids }], subscriptions } }`, newest first.",
  ],
  ["`GET /medusa-customers/:id/credit-checks`", "`{ credit_checks, count }`."],
])}

## Orders of checkouts

Changes answer \`{ e_invoice_order }\`; \`POST /orders/:id/refunds\` answers as its \`GET\`.

${list([
  [
    "`GET /orders`",
    "a [list](#lists). `warnings`: codes for staff, most severe first; `can`: of each operation `yes`, `switched_off`, `status` or `nothing_there`; `due_at`: estimated, null where the service says otherwise; `is_overdue` goes by both; `hold_until`, `fulfillment_id`: of orders billed [by parcel](merchant-guide.md#bill-when-it-is-shipped).",
  ],
  ["`GET /orders/:id`", "with timeline and refunds."],
  ["`POST /orders/:id/refresh`", "asks for its status."],
  ["`POST /orders/:id/cancel`", "cancels it at the service: `{ note? }`."],
  [
    "`GET /orders/:id/settle`",
    "for an order in doubt: `{ settlement }` with `candidates`, likeliest first, and their `contradictions`. One that `is_other` (another order, or of less than was sent) is not adopted; one that `is_likely` seems to be it. `complete`: the service showed all its orders.",
  ],
  [
    "`POST /orders/:id/settle`",
    '`{ decision: "adopt", attempt, order_uuid }`; `create-again` or `give-up` with the order\'s `attempt`, and in `not_it` each candidate that `is_likely` and that staff found to be another (else `candidate_not_excluded`); `{ decision: "declare-foreign", order_uuid }`: one of `other_orders` is not for this payment.',
  ],
  [
    "`GET /orders/:id/refunds`",
    "`{ refund_account }`: what can be refunded, in all and by line, the `obstacle`, earlier refunds. `refunded_at_service`: null if the service names no amount. `recordable`: what to record a refund given in the portal with, null if none shows; of a line, how much of it. `may_be_given`: a rejected one may have been carried out after all: a missing credit, one of before the order changed again (failure `replaced`, to be settled first), one recorded as not carried out, not given or not approved, or one that the service had too little left for; `may_be_ruled_out`: it may also be recorded as not. `unrecorded`: the service shows a refund that is not recorded. `changed`: what Medusa owes for a changed order, `{ amount, lines: [{ id, name, amount }], certain }`; `certain`: whether the VAT is.",
  ],
  [
    "`POST /orders/:id/refunds`",
    "refunds in Medusa and at the service: `{ lines: [{ id, amount }] }` or `{ amount }`, with `note?`, `refund_reason_id?` and, unless `recordable` is null, `given_at_service`: true records what the service's portal refunded and sends nothing: as a credit, if the customer paid that much less. Where the service names no amount, add `beside_another: true` if it shows another one beside it, which stays to be recorded; if it does not, `false` while a refund awaits approval. `seen` is the account's ([why](#idempotency-key)). The operation `orders.refund` rejects orders of checkouts.",
  ],
  [
    "`POST /orders/:id/refunds/:refund_id/approval`",
    "requests approval of a rejected refund, once: `{ confirm_repeat? }`, which is needed where another refund of the Medusa order was made since, or the service shows one that is not recorded. Answers as the operation.",
  ],
  [
    "`GET /orders/:id/refunds/:refund_id/settle`",
    "`{ settlement: { status, refunded, recorded, contradicts, may_be_another } }`; `contradicts` is the outcome that the service rules out (`carried-out`, `not-carried-out`) or null; `may_be_another`: it shows a refund and names no amount, so that may be another one.",
  ],
  [
    "`POST /orders/:id/refunds/:refund_id/settle`",
    "of a refund in doubt, awaiting approval or with `may_be_given`: `{ carried_out, attempt?, lines?, amount?, beside_another?, confirm_repeat? }`. Of the last kind, `lines: [{ id, amount }]` is what of each line of a credit was given; `amount` how much in all, of lines that are guessed; without either, all of it was. The rest is what is missing then; as much as was recorded shortly before is to be confirmed, and so is one that was recorded as not carried out, if as much was recorded as given in the portal since. `beside_another`: whether the service shows another beside it, or in its place, that is not recorded; of one that was carried out required while `unrecorded`, and of one in doubt with `may_be_another`. Only with it, one of `may_be_another` that `contradicts` says was carried out is recorded as not. Answers with the order, where a credit of what Medusa had captured became a refund (`purpose`).",
  ],
])}

A refund is rejected with \`confirm_repeat\` ([when](#idempotency-key)) or one of these; try again under the same key:

- \`refunded_at_service\`: say with \`given_at_service\` whether it is the one that the service shows.
- \`credit_missing\`, of the paid invoice; what the portal gave of other lines may be recorded first. \`not_followed_yet\` where that credit could not be written
  down yet: refresh the order.
- \`credit_unsettled\`: record first what became of the credit that is listed.
- \`credited_at_service\`: the invoice is not paid: wait until it is, if Medusa waits for that much less already. Otherwise take the same off its order.
- \`paid_uncapturable\`: the invoice is paid, and its payment cancelled in Medusa, which can record no refund of it: mark the case as handled once the money is back.
- \`owed_elsewhere\`: for goods of another paid invoice.
- \`beyond_left\`, \`line_beyond_left\`, \`beyond_returned\`: more than is left, of a line (\`name\`), or than came back.
- \`refund_to_record\`, \`refund_unrecorded\`: an earlier one was carried out: refund its \`amount\` first, which sends nothing, or record it. One that awaits approval may be it: record that, or say \`beside_another\`.
- \`refund_unclear\` (\`amount\`), \`approval_asked\`: settle the earlier one first.
- \`order_change_active\`, \`refund_under_way\`, \`not_captured\`, \`not_created\`: not now.
- \`refund_not_sent\`, \`refund_rejected\`: the service could not be asked, or rejected it (\`message_key\`, \`kind\`, \`why\`).

## Reservations

The server adds up, checks what is left, and spreads over lines. Changes answer as the operation.

${list([
  ["`GET /reservations/:uuid/account`", "a followed one: `{ reservation }`."],
  [
    "`GET /reservations/:uuid/history`",
    "`{ events, operations, problem }`: at the service, and from here; newest first.",
  ],
  ["`POST /reservations/:uuid/captures`", "`{ lines: [{ id, amount }], note? }`."],
  [
    "`POST /reservations/:uuid/charges`",
    "beyond the reservation, with tax: `{ lines: [{ name, amount, tax }], note? }`.",
  ],
  [
    "`POST /reservations/:uuid/refunds`",
    'from one capture or charge: `{ source: "captured" | "charged", reference }` and `lines: [{ id, amount }]`, or an `amount`, which is spread over its lines.',
  ],
  [
    "`POST /reservations/:uuid/refunds/:refund_id/approval`",
    "the same, by its operation's id. How the operator decided is recorded at `/operation-log/:id/settle`; until then its own key is rejected with `approval_asked`.",
  ],
  [
    "`POST /reservations/follow`",
    "follows one made elsewhere: `{ uuid, order_id? }`. One that is followed already is linked where it has no order yet.",
  ],
])}

## What the plugin remembers

${list([
  [
    "`GET /operations`",
    "the catalogue: provenance, safety, preconditions, and what is switched off.",
  ],
  [
    "`GET /records`, `GET /records/:id`",
    "orders, reservations, subscriptions and company checks beside checkouts (`?kind=reservation`).",
  ],
  [
    "`POST /records/follow`",
    "follows an order that was made elsewhere, or that a restored copy forgot: `{ uuid, order_id }`. The Medusa order counts as billed by it.",
  ],
  ["`POST /records/:id/refresh`", "asks for its state."],
  [
    "`GET /operation-log`, `GET /operation-log/:id`",
    "changes, also attempted ones, with their actor.",
  ],
  [
    "`GET /operation-log/:id/settle`",
    "`{ settlement }`: the `candidates` that it may have made (null if the service has no list), or what `moved` on its record.",
  ],
  [
    "`POST /operation-log/:id/settle`",
    "`{ took_effect, attempt, uuid?, not_it? }`; `uuid`: the record that it made; `not_it`: candidates that are others (else `candidate_not_excluded`). `took_effect: false` is rejected if the service shows that money moved. Once `contradicted_at` is set, `{ took_effect: true, attempt }` says that it is handled. It is set on a capture, charge or refund of a reservation and a refund of a subscription, too, once the service shows more moved than all others explain.",
  ],
])}

## Overview, money, callbacks and settings

${list([
  [
    "`GET /overview`",
    "`{ overview: { attention, is_service_down, statuses, outstanding, callbacks } }`. `attention: { count, handled_count, items }`, most severe first, 20 at once (`?attention_offset=20`; `?attention=handled`). Kinds: `order`, `refund`, `operation` (`refund_awaiting_approval`, `refund_perhaps_approved`, `refund_approved`), `record` (`record_after_cancel`, `overbilled`, `reservation_overcharged`, `reservation_ended`, `reservation_expiring`, `change_unbilled`, `cancelled_at_service`). `warning` says who ended an order of `cancelled_at_service`. Who takes care: `taken_by`, `taken_by_name`, `is_mine`. `statuses: [{ state, remote_status, count }]`; `outstanding: [{ currency_code, count, amount, ages: [{ from_days, to_days, count, amount }] }]`, amounts as text; `callbacks: { waiting, failed }`.",
  ],
  [
    "`POST /overview/cases/:id`",
    "by `case_id`: `{ action, version, taken_by }`, the last two as shown; else 409, `case_changed`. `action`: `take` (a free case, or that of `taken_by`), `release`, `mark_handled` (if `can_be_handled`) or `reopen`. A handled case waits again once it changes.",
  ],
  [
    "`GET /reconciliation`",
    "`?from=2026-11-01&to=2026-11-30&time_zone=Europe/Oslo`, at most 366 days: `{ reconciliation: { count, orders, differing, days: [{ day, currency_code, orders, differing, service, medusa }], rows } }`. `service` has `invoiced`, `credited`, `paid`, `refunded`, `fee`; `medusa` has `invoiced`, `paid`, `refunded`. At most 200 `rows`, one per order and day, the newest that differ first; `format=csv` gives all ([what counts when](decisions/what-counts-on-which-day.md)).",
  ],
  ["`GET /metrics`", "Prometheus's text format: [monitoring](monitoring.md)."],
  [
    "`GET /callbacks`",
    "the inbox, masked; `state` is `received`, `processed` or `failed`. `e_invoice_order_id` takes a record's id too.",
  ],
  ["`POST /callbacks/:id/process`", "processes one again; safe to repeat."],
  ["`GET /settings`", "options in force, without secrets, and operations."],
  [
    "`POST /settings/connection-test`, `POST /settings/callback-test`",
    "`verdict`: `ok`, or such as `token_refused` or `redirected`. `loopback`: unreachable from outside.",
  ],
  [
    "`GET /personal-data/:customer_id`",
    "`{ personal_data: { e_invoice_orders, operations, records, checkout_data } }` ([privacy](privacy.md)).",
  ],
  [
    "`POST /personal-data/:customer_id/erase`",
    "`{ erasure: { erased, waiting } }`: settle what `waiting` names, and repeat.",
  ],
])}

## Lists

Newest first, in pages: \`limit\` (1 to 200; 20), \`offset\`, \`count\` in the answer.

- **Filters** take one value or several (\`status[]=PAID&status[]=SENT\`), times a range (\`created_at[$gte]=2026-11-01\`). Every list has
  \`id\`, \`created_at\` and \`updated_at\`.
- **\`q\`** finds a whole identifier, Medusa order number or e-mail address; else a part of an identifier, or each word in the customer's name or e-mail address.
- **\`order\`** names a column, \`id\` and \`created_at\` in every list; descending with \`-\` before it.
- **Rows** have \`order_number\` and \`customer: { id, name, email }\`, read from Medusa and not stored.
- **\`format=csv\`**, also of \`subscriptions.list\` and \`subscriptions.failed-list\`, answers all rows found: UTF-8 with a byte order mark, amounts in major units, times in
  \`time_zone\` (UTC). An apostrophe precedes what a spreadsheet would take for a formula.

${adminLists()}

## Policies

Where the store uses roles, each needs the policies of its routes:

${list([
  [
    "`e_invoice:read`, `e_invoice:update`",
    "reading and changing, unless named below. Without Medusa's `order:read`, an order's `customer` is null.",
  ],
  [
    "`e_invoice_refund:create` and Medusa's `refund:create`, both",
    "refunds, and asking for their approval.",
  ],
  ["`e_invoice_cancellation:create`", "cancelling orders, reservations and subscriptions."],
  ["`e_invoice_settlement:create`", "settling what is in doubt."],
  [
    "`e_invoice_personal_data:read`",
    "a customer's data; customers and credit checks at the service.",
  ],
  [
    "`e_invoice_personal_data:update`",
    "erasing a customer's data; changing customers at the service; checking credit.",
  ],
  ["`e_invoice_user:create`", "creating users at the service."],
])}

## Errors

\`{ type, code, message, advice?, message_key?, values?, errors?: [{ field, message }], open_operation? }\`: \`message\` and \`advice\` are for staff,
\`message_key\` is the service's own word, \`values\` is what the sentence names, amounts as text,
\`open_operation\` the operation in doubt that has to be settled before anything is sent again. The wrong method answers 405.

Rejected with 400:

- \`refused\`: a field breaks a rule. \`disabled\`: switched off by \`option\`. \`confirm_repeat\`: [see above](#idempotency-key).
- \`in_doubt\`: a refund got no answer. Repeated, it is not sent: it is recorded if the service's amounts show it; otherwise \`refund_unclear\`, and staff settle it.
- \`payment_under_way\`, \`bill_under_way\`: another payment, refund or bill of the order is being made: try again.
- \`beyond_outstanding\`, \`capture_beyond_outstanding\`, \`line_beyond_left\`: more (\`amount\`) than is \`left\`, of the order or a line (\`name\`).
- \`not_billable\` (\`reason\`), \`not_billed\` (\`why\`), \`order_changed_meanwhile\` (look at the new amount).
- \`paid_at_checkout\` (refund it in Medusa), \`amount_fixed\` (of a link), \`paid_by_customer\` (not made to be charged later), \`approval_not_needed\`, \`lines_unknown\`
  (to the service): it cannot be done here.
- \`cancel_rejected\`, \`not_cancelled_yet\`: the service rejects it, or could not be asked: the sweep goes on with it.
- \`not_followed_yet\`: a change of the Medusa order is not followed yet, since the service could not be asked: the sweep goes on with it.
- \`settled_meanwhile\`, \`still_under_way\`, \`under_way\`: settled or attempted since, or without an outcome yet.
- \`not_sent_in_time\`: the server stood still for longer than the attempt was its own. Nothing was sent.
- \`moved_at_service\`, \`not_moved_at_service\`, \`refund_shown\`, \`refund_not_shown\`, \`candidate_not_excluded\`: the service shows otherwise.
- \`linked_elsewhere\`, \`not_at_service\`, \`not_this_order\`: the record (\`uuid\`) is linked already, unknown to the service, or another one.
- \`order_in_doubt\`: the order (\`uuid\`) may be the one of which it is not known yet whether it was made; settle that one first.
- \`not_adopted\`, \`not_followed\`, \`refund_not_recorded\`, \`status_unknown\`: the service could not be asked; nothing was recorded.

Otherwise:

- 404 \`not_found\`: no such record at the service; without a code, in the plugin.
- 409 \`conflict\`: the record's status forbids it. \`under_way\`: the same request is being sent. \`in_doubt\`: staff have to settle an earlier attempt.
- 500, 504 \`in_doubt\`: it may have taken effect. 500 \`not_sent\`: the plugin failed before it sent anything.
- 502 \`token\` (not accepted), \`malformed_answer\`. 503 \`unavailable\`: certainly nothing happened.
`

/** The operations that move money, as the catalogue says. */
function moneyOperations(): string {
  return operationIds
    .filter((id) => operationOf(id).movesMoney)
    .map((id) => `\`${id}\``)
    .join(", ")
}
