import { createSandbox, type Sandbox } from ".."
import { createOrder, send } from "./client"

let sandbox: Sandbox

beforeEach(() => {
  sandbox = createSandbox({ seed: 5 })
})

afterEach(() => sandbox.close())

it("asks for none on loopback", async () => {
  const { url, controlToken } = await sandbox.listen()

  expect(controlToken).toBeUndefined()
  expect((await send("GET", `${url}/sandbox/orders`)).status).toBe(200)
})

it("asks for a token of its own where others on the network reach it", async () => {
  const { url, controlToken } = await sandbox.listen({ host: "0.0.0.0" })

  expect(controlToken).toMatch(/^[\w-]{16}$/)
  expect((await send("GET", `${url}/sandbox/orders`)).status).toBe(401)
})

it("guards console and control routes, and neither the service nor its pay pages", async () => {
  const { url } = await sandbox.listen({ controlToken: "right" })
  const status = async (path: string, authorization?: string) =>
    (await send("GET", url + path, { headers: authorization ? { authorization } : {} })).status

  await createOrder(url)
  for (const path of ["/", "/callbacks", "/sandbox/orders", "/sandbox/snapshot"]) {
    expect(await status(path)).toBe(401)
    expect(await status(path, "Bearer wrong")).toBe(401)
    expect(await status(path, "Bearer right")).toBe(200)
  }
  expect((await send("POST", `${url}/sandbox/reset`)).status).toBe(401)
  expect(await status("/sandbox/health")).toBe(200)
  expect(await status("/pay/ODR0")).toBe(404)
  expect(sandbox.orders()).toHaveLength(1)
})

it("lets a browser in that was shown the token once", async () => {
  const { url } = await sandbox.listen({ controlToken: "right" })

  const { headers, status } = await send("GET", `${url}/callbacks?control=right`)
  const cookie = String(headers["set-cookie"]).split(";")[0] ?? ""

  expect(status).toBe(303)
  expect(headers.location).toBe("/callbacks")
  expect((await send("GET", `${url}/`, { headers: { authorization: "", cookie } })).status).toBe(
    200
  )
  expect((await send("GET", `${url}/callbacks?control=wrong`)).status).toBe(401)
  const elsewhere = await fetch(`${url}//evil.example/?control=right`, { redirect: "manual" })
  expect(elsewhere.status).toBe(303)
  expect(elsewhere.headers.get("location")).toBe("/evil.example/")
})
