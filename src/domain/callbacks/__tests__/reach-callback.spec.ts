import { randomBytes } from "node:crypto"
import { createServer, type RequestListener, type Server } from "node:http"
import type { AddressInfo } from "node:net"

import { keyRing } from "../../../modules/e-invoice/personal-data/encryption"
import { reachCallback } from "../reach-callback"
import { CallbackSelfTest } from "../../../modules/e-invoice/callbacks/callback"

const clock = { now: () => new Date() }

const ownKey = () => new CallbackSelfTest(keyRing(randomBytes(32).toString("base64")), clock)

describe("reaching the callback address", () => {
  const store = ownKey()
  const servers: Server[] = []

  afterEach(async () => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
  })

  const serve = async (listener: RequestListener): Promise<string> => {
    const server = createServer(listener)
    servers.push(server)
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()))
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  const reach = (base: string, budgetMs = 2_000) =>
    reachCallback(store, (token) => `${base}/hooks/${token}`, budgetMs)

  /** Answers as the plugin's route does, for a store with this key. */
  const routeOf =
    (answering: CallbackSelfTest, arrives = true): RequestListener =>
    (req, res) => {
      const { pathname, search } = new URL(req.url ?? "", "http://here")
      const answer = answering.answer(
        pathname.split("/").at(-1) ?? "",
        arrives ? search.slice(1) : ""
      )
      res.statusCode = answer ? 200 : 404
      res.setHeader("content-type", "application/json")
      res.end(JSON.stringify(answer ?? { type: "not_found", message: "Not found." }))
    }

  const plain =
    (statusCode: number, headers: Record<string, string> = {}): RequestListener =>
    (_req, res) => {
      res.writeHead(statusCode, headers)
      res.end("<html>Something else</html>")
    }

  it("finds this store", async () => {
    const report = await reach(await serve(routeOf(store)))

    expect(report).toMatchObject({ verdict: "ok", httpStatus: 200 })
    expect(report.durationMs).toBeGreaterThanOrEqual(0)
  })

  it("asks for an answer that a program reads, and puts one together that comes in parts", async () => {
    const asked: unknown[] = []
    const base = await serve((req, res) => {
      asked.push(req.headers.accept)
      const { pathname, search } = new URL(req.url ?? "", "http://here")
      const text = JSON.stringify(store.answer(pathname.split("/").at(-1) ?? "", search.slice(1)))
      res.write(text.slice(0, 9))
      setTimeout(() => res.end(text.slice(9)), 20)
    })

    expect(await reach(base)).toMatchObject({ verdict: "ok" })
    expect(asked).toEqual(["application/json"])
  })

  it("believes no proof of this store in an answer that failed", async () => {
    const base = await serve((req, res) => {
      res.statusCode = 500
      const { pathname, search } = new URL(req.url ?? "", "http://here")
      res.end(JSON.stringify(store.answer(pathname.split("/").at(-1) ?? "", search.slice(1))))
    })

    expect(await reach(base)).toMatchObject({ verdict: "server_failed" })
  })

  it("believes no proof of another challenge", async () => {
    const other = store.call()
    const base = await serve((_req, res) => {
      res.end(JSON.stringify(store.answer(other.token, `self_test=${other.challenge}`)))
    })

    expect(await reach(base)).toMatchObject({ verdict: "wrong_store" })
  })

  it("notices that the query is lost on the way", async () => {
    expect(await reach(await serve(routeOf(store, false)))).toMatchObject({
      verdict: "query_lost",
    })
  })

  it("notices another store", async () => {
    expect(await reach(await serve(routeOf(ownKey())))).toMatchObject({
      verdict: "wrong_store",
      httpStatus: 404,
    })
  })

  it("believes no answer without the proof", async () => {
    const base = await serve((req, res) => {
      const challenge = new URL(req.url ?? "", "http://h").searchParams.get("self_test")
      res.end(JSON.stringify({ self_test: true, challenge, proof: "guess" }))
    })

    expect(await reach(base)).toMatchObject({ verdict: "wrong_store" })
  })

  it.each([
    ["a page that is not there", plain(404), "not_found"],
    ["a page for everything", plain(200), "other_answer"],
    ["a locked door", plain(401), "access_denied"],
    ["a firewall", plain(403), "access_denied"],
    ["a proxy without a server behind it", plain(502), "server_failed"],
    ["a server that failed", plain(500), "server_failed"],
    ["a server that takes no such request", plain(400), "other_answer"],
    ["a choice of other pages", plain(300), "redirected"],
    ["a redirect to nowhere", plain(302, { location: "http://" }), "redirected"],
  ] as const)("tells %s", async (_what, listener, verdict) => {
    expect(await reach(await serve(listener))).toMatchObject({ verdict })
  })

  it("follows no redirect, and keeps the token out of what it says of it", async () => {
    let followed = 0
    const elsewhere = await serve((_req, res) => {
      followed += 1
      res.end()
    })
    const base = await serve((req, res) =>
      res.writeHead(301, { location: `${elsewhere}${req.url}` }).end()
    )

    const report = await reach(base)

    expect(report).toMatchObject({
      verdict: "redirected",
      httpStatus: 301,
      detail: elsewhere,
    })
    expect(followed).toBe(0)
  })

  it("tells that nothing listens", async () => {
    const base = await serve(plain(200))
    await new Promise((resolve) => servers.splice(0)[0]?.close(resolve))

    expect(await reach(base)).toMatchObject({
      verdict: "connection_refused",
      detail: "ECONNREFUSED",
    })
  })

  it("tells that the name is unknown", async () => {
    expect(await reach("http://nowhere.invalid")).toMatchObject({
      verdict: "unknown_host",
    })
  })

  it("tells that the connection is not secure", async () => {
    const plainBase = await serve(plain(200))

    expect(await reach(plainBase.replace("http:", "https:"))).toMatchObject({
      verdict: "tls_failed",
    })
  })

  it("gives up when no answer comes", async () => {
    const base = await serve(() => undefined)

    expect(await reach(base, 200)).toMatchObject({ verdict: "timed_out" })
  })

  it("gives up on an answer without end", async () => {
    const base = await serve((_req, res) => {
      const more = setInterval(() => res.write("x".repeat(64 * 1024)), 1)
      res.on("close", () => clearInterval(more))
    })

    expect((await reach(base, 30_000)).verdict).toBe("other_answer")
  })

  it("tells that the connection broke off", async () => {
    const base = await serve((req) => req.socket.destroy())

    expect(await reach(base)).toMatchObject({ verdict: "unreachable" })
  })

  it("leaves no connection open", async () => {
    const base = await serve(routeOf(store))
    await reach(base)
    const [server] = servers
    await new Promise((resolve) => setTimeout(resolve, 50))
    const count = await new Promise<number>((resolve, reject) =>
      server?.getConnections((error, open) => (error ? reject(error) : resolve(open)))
    )

    expect(count).toBe(0)
  })
})
