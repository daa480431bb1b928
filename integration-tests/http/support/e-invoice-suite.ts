import { randomBytes } from "node:crypto"

import { WorkflowScheduler } from "@medusajs/framework/orchestration"
import type { MedusaContainer } from "@medusajs/framework/types"
import type { SeededStore } from "../../../demo/seed/seeded-store"
import { E_INVOICE_MODULE } from "../../../src/modules/e-invoice"
import { JOB_NAMES, type JobName } from "../../../src/modules/e-invoice/jobs"
import type EInvoiceModuleService from "../../../src/modules/e-invoice/service"
import type { EInvoiceOptionsInput } from "../../../src/options"
import { createSandbox, type Sandbox, type SandboxOptions } from "../../../src/sandbox"
import { freePort } from "../../../demo/postgres/free-port"
import { storeTemplate } from "../template/store-template"
import { HttpClient } from "./http-client"
import { RunningStore } from "./running-store"

jest.setTimeout(120_000)

/** A seeded store and a sandbox of the service, both running; each test begins with both as they were at the start. */
export class EInvoiceSuite {
  readonly http = new HttpClient(() => this.address)
  readonly sandbox: Sandbox
  /** Jobs that had a timer once Medusa had started. */
  armedTimers: readonly JobName[] = []
  readonly store: SeededStore = storeTemplate().store
  /** Carts that stand filled in the store, and that no shopper of this test has taken yet. */
  carts: string[] = []
  #running: RunningStore | undefined
  private port = 0

  constructor(
    private readonly name: string,
    private readonly settings: EInvoiceSuiteSettings
  ) {
    this.sandbox = createSandbox(settings.sandbox ?? {})
  }

  /** Where the store listens. */
  get address(): string {
    return `http://localhost:${this.port}`
  }

  get container(): MedusaContainer {
    return this.running.container
  }

  private get running(): RunningStore {
    if (!this.#running) {
      throw new Error("The suite has not started yet: use it within a test.")
    }
    return this.#running
  }

  get eInvoice(): EInvoiceModuleService {
    return this.container.resolve(E_INVOICE_MODULE)
  }

  /** Says where everything is before Medusa reads its configuration, and boots it. */
  async start(): Promise<void> {
    const { options = {}, furtherModules = false } = this.settings
    const { url } = await this.sandbox.listen()
    this.port = await freePort()
    Object.assign(process.env, {
      PORT: String(this.port),
      E_INVOICE_BASE_URL: url,
      E_INVOICE_TOKEN: "sandbox-token",
      E_INVOICE_CALLBACK_BASE_URL: `http://localhost:${this.port}`,
      E_INVOICE_ENCRYPTION_KEY: randomBytes(32).toString("base64"),
      E_INVOICE_OPTIONS: JSON.stringify({ ...options, inDoubtQuietPeriod: undefined }),
    })
    // A sweep that begins by the clock, be it while Medusa boots, would turn a test's own away, or be ahead of it.
    Object.assign(WorkflowScheduler.prototype, { scheduleWorkflow: async () => undefined })
    this.#running = await RunningStore.start(`medusa-${this.name}`, { migrate: furtherModules })
    const { inDoubtQuietPeriod } = options
    if (inDoubtQuietPeriod !== undefined) {
      // Shorter than the option's bound, for tests that wait for it to be over.
      Object.assign(this.eInvoice.options, { inDoubtQuietPeriod })
    }
    this.armedTimers = JOB_NAMES.filter((name) => this.eInvoice.timers.isArmed(name))
    this.eInvoice.timers.stop()
  }

  /** Has store and service be as they were at the start. */
  async reset(): Promise<void> {
    await this.running.database.restore()
    this.carts = [...storeTemplate().carts]
    this.sandbox.reset()
  }

  /** What a test set going in the background does not reach into the next one. */
  async settle(): Promise<void> {
    await this.running.workflowsFinished()
  }

  async stop(): Promise<void> {
    await this.#running?.stop()
    await this.sandbox.close()
  }

  /** Has the plugin call an address where nobody listens, for as long as something happens. */
  async interruptService(meanwhile: () => Promise<void>): Promise<void> {
    const { options } = this.eInvoice
    const { baseUrl } = options
    options.baseUrl = `http://localhost:${await freePort()}`
    this.forgetFailures()
    try {
      await meanwhile()
    } finally {
      options.baseUrl = baseUrl
      this.forgetFailures()
    }
  }

  /** Has the plugin's client for the service be one that cannot be built, for as long as something happens. */
  async spoilClient(meanwhile: () => Promise<void>): Promise<void> {
    const { options } = this.eInvoice
    const { token } = options
    options.token = "two words"
    this.forgetFailures()
    try {
      await meanwhile()
    } finally {
      options.token = token
      this.forgetFailures()
    }
  }

  /** Lets the next call go out although the last ones failed: the client's breaker outlives a test. */
  forgetFailures(): void {
    Object.assign(this.eInvoice, { connection: undefined })
  }
}

type EInvoiceSuiteSettings = {
  /** Options of the plugin that differ from the usual. */
  options?: Partial<EInvoiceOptionsInput>
  /** Options of the sandbox that differ from the usual. */
  sandbox?: SandboxOptions
  /** Whether this Medusa has modules with tables that the usual one lacks. */
  furtherModules?: boolean
}

/**
 * Runs tests against a Medusa server started from this repository's configuration, with a store in it and the sandbox
 * beside it.
 *
 * @param name of the database; two suites must not share one
 */
export function eInvoiceSuite(
  name: string,
  settings: EInvoiceSuiteSettings,
  tests: (suite: EInvoiceSuite) => void
): void {
  const suite = new EInvoiceSuite(name, settings)
  beforeAll(() => suite.start())
  afterAll(() => suite.stop())
  describe("", () => {
    beforeEach(() => suite.reset())
    afterEach(() => suite.settle())
    tests(suite)
  })
}
