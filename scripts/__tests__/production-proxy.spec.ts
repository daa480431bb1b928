import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import http from "node:http"
import os from "node:os"
import path from "node:path"

import { freePort } from "../../demo/postgres/free-port"
import { codeBlocks } from "../docs/code-blocks"

const page = readFileSync(path.join(__dirname, "../../docs/production.md"), "utf8")
const [rules] = codeBlocks(page).filter(({ code }) => code.includes("proxy_pass"))

const nginx = ["nginx", "/usr/sbin/nginx"].find(
  (program) => !spawnSync(program, ["-v"], { stdio: "ignore" }).error
)

const TOKEN = "a-token-that-no-log-may-hold"

/** Beyond which nginx counts as not started, in milliseconds. */
const PATIENCE_MS = 20_000

/** nginx with the page's rules, in front of a server that keeps what it is asked. */
class Proxy {
  readonly folder = mkdtempSync(path.join(os.tmpdir(), "proxy-"))
  readonly asked: { method?: string; url?: string; from?: string }[] = []
  private readonly store = http.createServer((request, response) => {
    const from = String(request.headers["x-forwarded-for"])
    this.asked.push({ method: request.method, url: request.url, from })
    response.end("stored")
  })
  private process?: ChildProcess
  private port = 0

  async start() {
    const upstream = await freePort()
    this.port = await freePort()
    await new Promise<void>((resolve) => this.store.listen(upstream, "127.0.0.1", resolve))
    writeFileSync(path.join(this.folder, "nginx.conf"), this.configuration(upstream))
    mkdirSync(path.join(this.folder, "logs"), { recursive: true })
    this.process = spawn(nginx ?? "nginx", ["-p", this.folder, "-c", "nginx.conf"], {
      stdio: "ignore",
    })
    const deadline = performance.now() + PATIENCE_MS
    while (!(await this.get("/health").catch(() => undefined))) {
      if (performance.now() > deadline) {
        throw new Error(`nginx does not answer: ${this.log("error.log")}`)
      }
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    this.asked.length = 0
  }

  /** The page's rules, but for the address, the certificate and the files, which belong to a real machine. */
  private configuration(upstream: number): string {
    const own = (rules?.code ?? "")
      .replace("listen 443 ssl", `listen 127.0.0.1:${this.port}`)
      .replace(/^ *ssl_certificate.*\n/gm, "")
      .replace("/var/log/nginx/access.log", "access.log")
      .replaceAll("127.0.0.1:9000", `127.0.0.1:${upstream}`)
    const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
      .map((name) => `${name}_temp_path ${name};`)
      .join("\n")
    return [
      process.getuid?.() === 0 ? "user root;" : "",
      "daemon off;\npid nginx.pid;\nerror_log error.log;\nevents {}",
      `http {\n${temporary}\n${own}\n}`,
    ].join("\n")
  }

  /** As it is written, where fetch would tidy the path. */
  get(target: string): Promise<{ status?: number }> {
    return new Promise((resolve, reject) => {
      http
        .get({ host: "127.0.0.1", port: this.port, path: target }, (response) => {
          response.resume().on("end", () => resolve({ status: response.statusCode }))
        })
        .on("error", reject)
    })
  }

  async loseTheStore() {
    this.store.closeAllConnections()
    await new Promise((resolve) => this.store.close(resolve))
  }

  /** Ends nginx first, which writes its logs as it answers. */
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

  log(name: "access.log" | "error.log"): string {
    return readFileSync(path.join(this.folder, name), "utf8")
  }
}

const rule = "the proxy's rules for nginx, on a real one"

if (nginx) {
  describe(rule, () => {
    const proxy = new Proxy()

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
      expect(proxy.log("access.log").match(/"GET \/hooks\/e-invoice\/\*\*\*" 200/g)).toHaveLength(3)
      expect(proxy.log("access.log")).not.toContain(TOKEN)
    })

    it("log no query of another address, which may name a customer", async () => {
      await proxy.get("/admin/e-invoice/orders?q=kari%40example.com")

      expect(proxy.log("access.log")).toContain('"GET /admin/e-invoice/orders" 200')
      expect(proxy.log("access.log")).not.toContain("kari")
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

      expect(proxy.log("error.log")).toContain("/store/e-invoice/checkout-settings")
      expect(proxy.log("access.log") + proxy.log("error.log")).not.toContain(TOKEN)
    })
  })
} else {
  it("are on the page", () => expect(rules?.code).toContain("log_format masked"))

  afterAll(() => {
    process.stdout.write(`NOT RUN ${rule}: there is no nginx here.\n`)
  })
}
