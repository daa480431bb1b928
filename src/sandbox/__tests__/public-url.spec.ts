import { createSandbox, type ListenOptions, SandboxOptionsError } from ".."
import { createOrder, send } from "./client"
import { reservation, subscription } from "./connect"

const PUBLIC = "https://sandbox.example"
/** A name of a container's network, which no browser knows. */
const inside = { host: "e-invoice:9100" }

let sandbox = createSandbox()

afterEach(() => sandbox.close())

async function listening(publicUrl: string, options: ListenOptions = {}) {
  sandbox = createSandbox({ publicUrl })
  return sandbox.listen(options)
}

it.each([PUBLIC, "HTTPS://Sandbox.Example:443/"])(
  "is what the sandbox calls itself to others, whatever name a call came under: %s",
  async (publicUrl) => {
    const { url } = await listening(publicUrl, { host: "0.0.0.0", controlToken: "c" })
    const connect = `${url}/api/v1/connect`
    const elevenSent = Array.from({ length: 11 }, () =>
      send("POST", `${connect}/subscriptions/submit`, { headers: inside, body: subscription() })
    )

    const made = await send("POST", `${connect}/reservations/submit`, {
      headers: inside,
      body: reservation(),
    })
    await Promise.all(elevenSent)
    const list = await send("GET", `${connect}/subscriptions/list`, { headers: inside })
    const document = await send("GET", `${url}/sandbox/openapi.json`, {
      headers: { ...inside, authorization: "Bearer c" },
    })

    const uuid = sandbox.reservations.list()[0]?.uuid
    expect(made.json.data).toMatchObject({ paymentUrl: `${PUBLIC}/pay/${uuid}` })
    expect(Reflect.get(list.json, "links")).toMatchObject({
      next: `${PUBLIC}/api/v1/connect/subscriptions/list?page=2`,
    })
    expect(Reflect.get(document.json, "servers")).toMatchObject([{ url: PUBLIC }])
  }
)

it("is where the sandbox answers, and guards its console, behind a proxy on its own machine", async () => {
  const { url, controlToken } = await listening(PUBLIC)
  const status = async (host: string) =>
    (await send("GET", `${url}/pay/ODR0`, { headers: { host } })).status

  expect(controlToken).toMatch(/^[\w-]{16}$/)
  expect((await send("GET", `${url}/sandbox/orders`)).status).toBe(401)
  expect(await status("sandbox.example")).toBe(404)
  expect(await status("other.example")).toBe(403)
})

it("asks for no token where it is on loopback, too", async () => {
  const { controlToken } = await listening("http://localhost:9100")

  expect(controlToken).toBeUndefined()
})

it("is whose pages may post, also where a proxy calls under another name", async () => {
  const { url } = await listening(PUBLIC, { controlToken: "c" })
  const uuid = await createOrder(url)
  const post = (origin: string) =>
    send("POST", `${url}/pay/${uuid}/accept`, { headers: { origin } })

  expect((await post("https://other.example")).status).toBe(403)
  expect(sandbox.order(uuid).status).toBe("SENT")
  expect((await post(PUBLIC)).status).not.toBe(403)
})

it.each([
  ["sandbox.example"],
  ["ftp://sandbox.example"],
  ["https://sandbox.example/path"],
  ["https://sandbox.example/?a=1"],
  ["https://user:word@sandbox.example"],
  [""],
])("is an address of http or https without more: %s", (publicUrl) => {
  expect(() => createSandbox({ publicUrl })).toThrow(SandboxOptionsError)
  expect(() => createSandbox({ publicUrl })).toThrow("publicUrl: ")
})
