import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs"
import http from "node:http"
import os from "node:os"
import path from "node:path"

import { z } from "zod"

import { freePort } from "../../demo/postgres/free-port"
import { codeBlocks } from "../docs/code-blocks"

const page = readFileSync(path.join(__dirname, "../../docs/production.md"), "utf8")
const rulesWith = (part: string) =>
  codeBlocks(page).find(({ code }) => code.includes(part))?.code ?? ""

const TOKEN = "a-token-that-no-log-may-hold"

/** Beyond which a proxy counts as not started, in milliseconds. */
const PATIENCE_MS = 20_000

type Logged = { target?: string; status: number }

/** A proxy that the page has rules for. */
type Kind = {
  name: string
  program: string | undefined
  rules: string
  /** The page's rules, but for addresses, certificates and files, which belong to a real machine. */
  configuration(ports: { own: number; upstream: number }): string
  arguments: string[]
  /** Every file that it logs to. */
  logs: [access: string, ...others: string[]]
  /** A line of its access log; nothing for another line. */
  read(line: string): Logged[]
}

const installed = (...places: string[]) =>
  places.find((program) => !spawnSync(program, ["-v"], { stdio: "ignore" }).error)

const nginx: Kind = {
  name: "nginx",
  program: installed("nginx", "/usr/sbin/nginx"),
  rules: rulesWith("proxy_pass"),
  configuration({ own, upstream }) {
    const rules = this.rules
      .replace("listen 443 ssl", `listen 127.0.0.1:${own}`)
      .replace(/^ *ssl_certificate.*\n/gm, "")
      .replace("/var/log/nginx/access.log", "access.log")
      .replaceAll("127.0.0.1:9000", `127.0.0.1:${upstream}`)
    const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
      .map((name) => `${name}_temp_path ${name};`)
      .join("\n")
    return [
      process.getuid?.() === 0 ? "user root;" : "",
      "daemon off;\npid nginx.pid;\nerror_log error.log;\nevents {}",
      `http {\n${temporary}\n${rules}\n}`,
    ].join("\n")
  },
  arguments: ["-p", ".", "-c", "proxy.conf"],
  logs: ["access.log", "error.log"],
  read(line) {
    const [, target, status] = /"GET (\S+)" (\d+)/.exec(line) ?? []
    return status ? [{ target, status: Number(status) }] : []
  },
}

const caddyLineSchema = z.object({
  msg: z.string(),
  request: z.object({ uri: z.string() }).optional(),
  status: z.number().default(0),
})

const caddy: Kind = {
  name: "Caddy",
  program: installed("caddy"),
  rules: rulesWith("reverse_proxy"),
  configuration({ own, upstream }) {
    return this.rules
      .replace("{\n", "{\n\tadmin off\n")
      .replace("shop.example.com {", `http://127.0.0.1:${own} {`)
      .replace("127.0.0.1:9000", `127.0.0.1:${upstream}`)
  },
  arguments: ["run", "--config", "proxy.conf", "--adapter", "caddyfile"],
  logs: ["printed.log"],
  read(line) {
    const { msg, request, status } = caddyLineSchema.parse(JSON.parse(line))
    return msg === "handled request" ? [{ target: request?.uri, status }] : []
  },
}

/** A proxy with the page's rules, in front of a server that keeps what it is asked. */
class Proxy {
  readonly folder = mkdtempSync(path.join(os.tmpdir(), "proxy-"))
  readonly asked: { method?: string; url?: string; from?: string }[] = []
  private readonly store = http.createServer((request, response) => {
    const from = String(request.headers["x-forwarded-for"])
    this.asked.push({ method: request.method, url: request.url, from })
    // As a redirect repeats it.
    response.setHeader("location", request.url ?? "")
    response.end("stored")
  })
  private process?: ChildProcess
  private port = 0

  constructor(private readonly kind: Kind) {}

  async start() {
    const upstream = await freePort()
    this.port = await freePort()
    await new Promise<void>((resolve) => this.store.listen(upstream, "127.0.0.1", resolve))
    writeFileSync(
      path.join(this.folder, "proxy.conf"),
      this.kind.configuration({ own: this.port, upstream })
    )
    mkdirSync(path.join(this.folder, "logs"), { recursive: true })
    const printed = openSync(path.join(this.folder, "printed.log"), "a")
    this.process = spawn(this.kind.program ?? "", this.kind.arguments, {
      cwd: this.folder,
      env: { ...process.env, HOME: this.folder },
      stdio: ["ignore", printed, printed],
    })
    closeSync(printed)
    const deadline = performance.now() + PATIENCE_MS
    while (!(await this.get("/health").catch(() => undefined))) {
      if (performance.now() > deadline) {
        throw new Error(`${this.kind.name} does not answer: ${this.log}`)
      }
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    this.asked.length = 0
  }

  /** As it is written, where fetch would tidy the path; from a page whose address names a customer. */
  get(target: string): Promise<{ status?: number }> {
    const headers = { referer: `http://127.0.0.1:${this.port}/app/e-invoice?q=ola%40example.com` }
    return new Promise((resolve, reject) => {
      http
        .get({ host: "127.0.0.1", port: this.port, path: target, headers }, (response) => {
          response.resume().on("end", () => resolve({ status: response.statusCode }))
        })
        .on("error", reject)
    })
  }

  async loseTheStore() {
    this.store.closeAllConnections()
    await new Promise((resolve) => this.store.close(resolve))
  }

  /** Ends the proxy, which writes its logs as it answers. */
  async stop() {
    const { process: running } = this
    if (running && running.exitCode === null) {
      const ended = new Promise((resolve) => running.once("exit", resolve))
      running.kill("SIGTERM")
      await ended
    }
    this.store.close()
    rmSync(this.folder, { recursive: true, force: true })
  }

  /** All that it has logged. */
  get log(): string {
    return this.kind.logs.map((name) => this.logged(name)).join("")
  }

  get accessLog(): string {
    return this.logged(this.kind.logs[0])
  }

  /** The accesses to addresses, as soon as there are so many: nginx answers first, and logs it a moment later. */
  async accesses(to: RegExp, count: number): Promise<Logged[]> {
    const deadline = performance.now() + PATIENCE_MS
    for (;;) {
      const logged = this.accessLog
        .split("\n")
        .filter(Boolean)
        .flatMap((line) => this.kind.read(line))
        .filter(({ target }) => to.test(target ?? ""))
      if (logged.length >= count || performance.now() > deadline) {
        return logged
      }
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }

  private logged(name: string): string {
    return readFileSync(path.join(this.folder, name), "utf8")
  }
}

for (const kind of [nginx, caddy]) {
  const rule = `the proxy's rules for ${kind.name}, on a real one`
  if (kind.program) {
    describe(rule, () => {
      holdTheRules(new Proxy(kind))
    })
  } else {
    it(`are on the page, for ${kind.name}`, () => expect(kind.rules).toContain("e-invoice"))

    afterAll(() => {
      process.stdout.write(`NOT RUN ${rule}: there is no ${kind.name} here.\n`)
    })
  }
}

function holdTheRules(proxy: Proxy) {
  beforeAll(() => proxy.start(), 2 * PATIENCE_MS)
  afterAll(() => proxy.stop())

  it("pass callbacks on as they came, with the caller's address, and log none of their tokens", async () => {
    const targets = [
      `/hooks/e-invoice/${TOKEN}?orderUuid=ODR1&status=PAID&checksum=ab%20c`,
      `//hooks//e-invoice/${TOKEN}`,
      `/HOOKS/E-Invoice/${TOKEN}/`,
    ]
    for (const target of targets) {
      expect(await proxy.get(target)).toEqual({ status: 200 })
    }
    expect(proxy.asked).toEqual(targets.map((url) => ({ method: "GET", url, from: "127.0.0.1" })))
    const callbacks = await proxy.accesses(/hooks/i, targets.length)
    expect(callbacks.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(proxy.log).not.toContain(TOKEN)
    expect(proxy.log).not.toContain("checksum")
  })

  it("log no query of another address, which may name a customer", async () => {
    await proxy.get("/admin/e-invoice/orders?q=kari%40example.com")

    expect(await proxy.accesses(/^\/admin\/e-invoice\/orders$/, 1)).toEqual([
      { target: "/admin/e-invoice/orders", status: 200 },
    ])
    expect(proxy.accessLog).not.toMatch(/kari|ola/)
  })

  it("hide the metrics", async () => {
    for (const target of ["/admin/e-invoice/metrics", "//admin//e-invoice//Metrics?a=b"]) {
      expect(await proxy.get(target)).toEqual({ status: 404 })
    }
    expect(proxy.asked.map(({ url }) => url)).not.toContain("/admin/e-invoice/metrics")
  })

  it("log no token when the store is gone", async () => {
    await proxy.loseTheStore()

    expect(await proxy.get(`/hooks/e-invoice/${TOKEN}`)).toEqual({ status: 502 })
    expect(await proxy.get("/store/e-invoice/checkout-settings")).toEqual({ status: 502 })

    expect(await proxy.accesses(/checkout-settings/, 1)).toMatchObject([{ status: 502 }])
    expect(proxy.log).not.toContain(TOKEN)
  })
}
