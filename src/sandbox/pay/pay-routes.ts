import { button, type Html, htmlDocument, styleHash } from "../console/page"
import type { Engine } from "../engine"
import { type Context, Hono, html } from "../http/hono"
import { isCardRefused } from "../magic-inputs"
import { decideCompanyCheck } from "../service/checks"
import { canHappen, moveOrder } from "../service/order-transitions"
import { confirmReservation, declineReservation } from "../service/reservation-transitions"
import { isAcceptable, startSubscription } from "../service/subscription-lifecycle"
import { kronerText } from "../wire-values"
import type { Order } from "../world/records"
import type { World } from "../world/world"

/** The pay page the sandbox hands out as paymentUrl: what the customer's browser would see at the service. */
export function payRoutes(engine: Engine) {
  const app = new Hono()
  const taskOf = (context: Context) => payerTask(engine.world, context.req.param("uuid") ?? "")

  app.get("/:uuid", (context) => {
    const task = taskOf(context)
    if (!task) {
      return answer(context, 404, notFoundPage())
    }
    const path = new URL(context.req.url).pathname
    return answer(context, 200, taskPage(task, path), task)
  })
  app.post("/:uuid/accept", (context) =>
    decide(engine, context, taskOf(context), (task) => task.accept())
  )
  app.post("/:uuid/refuse", (context) =>
    decide(engine, context, taskOf(context), (task) => {
      task.refuse()
      return false
    })
  )
  return app
}

function decide(
  engine: Engine,
  context: Context,
  task: PayerTask | undefined,
  act: (task: PayerTask) => boolean
): Response | Promise<Response> {
  if (!task) {
    return answer(context, 404, notFoundPage())
  }
  if (!task.isOpen) {
    return answer(context, 409, resultPage("There is nothing left to do here."))
  }
  const isDone = act(task)
  engine.sendNotices()
  if (task.redirects) {
    const { failure, success } = task.redirects
    return context.redirect(isDone ? success : failure, 303)
  }
  const result = isDone ? "Thank you, that is done." : "That was not done."
  return answer(context, 200, resultPage(result))
}

function answer(
  context: Context,
  status: 200 | 404 | 409,
  content: Html,
  task?: PayerTask
): Response | Promise<Response> {
  // The post is redirected to the merchant, which browsers count as a target of the form.
  const targets = Object.values(task?.redirects ?? {}).map((address) => new URL(address).origin)
  const policy = [
    "default-src 'none'",
    `style-src ${styleHash}`,
    `form-action ${["'self'", ...new Set(targets)].join(" ")}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]
  context.header("content-security-policy", policy.join("; "))
  context.header("x-content-type-options", "nosniff")
  context.header("referrer-policy", "no-referrer")
  return context.html(content, status)
}

function taskPage(task: PayerTask, path: string): Html {
  return shell(
    task.title,
    html`${
      task.amountOre !== undefined && html`<p class="status">NOK ${kronerText(task.amountOre)}</p>`
    }
    ${
      task.isOpen
        ? html`<div class="actions">
            ${button(`${path}/accept`, task.agree)} ${button(`${path}/refuse`, "Give up")}
          </div>`
        : html`<p>There is nothing left to do here.</p>`
    }`
  )
}

function resultPage(message: string): Html {
  return shell("e-invoice sandbox", html`<p role="status">${message}</p>`)
}

function notFoundPage(): Html {
  return shell("Not found", html`<p>This address leads nowhere.</p>`)
}

const shell = (title: string, content: Html): Html =>
  htmlDocument(
    title,
    html`<main>
      <h1>${title}</h1>
      ${content}
      <p class="quiet">A sandbox: no money moves.</p>
    </main>`
  )

/** What a customer is asked to do on the pay page. */
type PayerTask = {
  title: string
  /** Øre; absent where nothing is paid. */
  amountOre?: number
  /** Wording of the button that agrees. */
  agree: string
  /** False when it has been done, or the record has moved on. */
  isOpen: boolean
  /** Where the browser goes afterwards, if the merchant said. */
  redirects: { success: string; failure: string } | null
  /** Does it; returns whether it succeeded (a card can be refused). */
  accept(): boolean
  /** The person gives up. */
  refuse(): void
}

/** The task an address of the pay page stands for, if its record exists. */
function payerTask(world: World, uuid: string): PayerTask | undefined {
  return (
    orderTask(world, uuid) ??
    reservationTask(world, uuid) ??
    subscriptionTask(world, uuid) ??
    companyTask(world, uuid)
  )
}

function orderTask(world: World, uuid: string): PayerTask | undefined {
  const order = world.orders.get(uuid)
  if (!order) {
    return undefined
  }
  const isVerification = order.kind === "invoice-session"
  const action = isVerification ? "invoice" : "pay"
  return {
    title: isVerification ? "Confirm who you are" : "Pay for your order",
    amountOre: order.grandTotalOre,
    agree: isVerification ? "Confirm with BankID" : "Pay",
    isOpen: order.status === "SENT" && canHappen(order, action),
    redirects: order.redirects,
    accept: () => {
      if (isRefused(world, order.customerUuid)) {
        noteFailure(world, order)
        return false
      }
      moveOrder(world, order, action)
      return true
    },
    refuse: () => noteFailure(world, order),
  }
}

function reservationTask(world: World, uuid: string): PayerTask | undefined {
  const reservation = world.reservations.get(uuid)
  return (
    reservation && {
      title: "Reserve an amount on your card",
      amountOre: reservation.grandTotalOre,
      agree: "Reserve",
      isOpen: reservation.status === "SENT",
      redirects: reservation.redirects,
      accept: () => {
        if (isRefused(world, reservation.customerUuid)) {
          declineReservation(world, reservation)
          return false
        }
        confirmReservation(world, reservation)
        return true
      },
      refuse: () => declineReservation(world, reservation),
    }
  )
}

function subscriptionTask(world: World, uuid: string): PayerTask | undefined {
  const subscription = world.subscriptions.get(uuid)
  return (
    subscription && {
      title: "Start your subscription",
      amountOre: subscription.payablePerCycleOre,
      agree: "Store card and start",
      isOpen: isAcceptable(world, subscription),
      redirects: subscription.redirects,
      accept: () => {
        if (isRefused(world, subscription.customerUuid)) {
          return false
        }
        startSubscription(world, subscription)
        return true
      },
      // Nothing is known to change when a payer gives up: the link stays open.
      refuse: () => undefined,
    }
  )
}

function companyTask(world: World, uuid: string): PayerTask | undefined {
  const check = world.companyChecks.get(uuid)
  return (
    check && {
      title: `Confirm that you act for ${check.companyName}`,
      agree: "Confirm with BankID",
      isOpen: check.state === "pending",
      redirects: check.redirects,
      accept: () => {
        decideCompanyCheck(world, check, "verified")
        return true
      },
      refuse: () => decideCompanyCheck(world, check, "failed"),
    }
  )
}

function isRefused(world: World, customerUuid: string | null): boolean {
  return isCardRefused(world.customers.get(customerUuid ?? "")?.email ?? "")
}

function noteFailure(world: World, order: Order): void {
  const at = world.timestamp()
  order.history.push({ at, title: "payment-failed", note: null })
}
