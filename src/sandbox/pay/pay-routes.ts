import { Hono, type Context } from "hono"
import { html } from "hono/html"
import { button, styleElement, type Html } from "../console/page"
import { styleHash } from "../console/style"
import type { Engine } from "../engine"
import { kronerText } from "../money"
import { payerTask, type PayerTask } from "./payer-task"

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

function shell(title: string, content: Html): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} - e-invoice sandbox</title>
        ${styleElement}
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          ${content}
          <p class="quiet">A sandbox: no money moves.</p>
        </main>
      </body>
    </html>`
}
