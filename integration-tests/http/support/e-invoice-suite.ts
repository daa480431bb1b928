import type { MedusaContainer } from "@medusajs/framework/types"
import type { SeededStore } from "../../../demo/seed/seeded-store"
import { E_INVOICE_MODULE } from "../../../src/modules/e-invoice"
import type { JobName } from "../../../src/modules/e-invoice/jobs"
import type EInvoiceModuleService from "../../../src/modules/e-invoice/service"
import type { EInvoiceOptionsInput } from "../../../src/options"
import { createSandbox, type Sandbox, type SandboxOptions } from "../../../src/sandbox"
import { freePort } from "../../../demo/postgres/free-port"
import { type FilledStore, storeTemplate } from "../template/store-template"
import { HttpClient } from "./http-client"
import { RunningStore } from "./running-store"

jest.setTimeout(120_000)

/** What Medusa answers once it has captured or refunded payments, by providers that are asked meanwhile. */
const PAYMENT_IS_WRITTEN = /^\/admin\/(payments\/[^/]+\/(capture|refund)|orders\/[^/]+\/cancel)$/

/**
 * A seeded store and a sandbox of the service, both running; each test begins with both as they were at the start.
 *
 * The sandbox is this suite's own. The store is shared with the other suites of a file, whatever their options.
 */
export class EInvoiceSuite {
  readonly http = new HttpClient(
    () => this.address,
    {},
    async (path) => {
      if (PAYMENT_IS_WRITTEN.test(path)) {
        await this.endLingeringLeases()
      }
    }
  )
  readonly sandbox: Sandbox
  readonly store: SeededStore = storeTemplate().store
  /** Carts that stand filled in the store, and that no shopper of this test has taken yet. */
  carts: FilledStore["carts"] = []
  #running: RunningStore | undefined

  constructor(private readonly settings: EInvoiceSuiteSettings) {
    this.sandbox = createSandbox(settings.sandbox ?? {})
  }

  /** Where the store listens. */
  get address(): string {
    return this.running.address
  }

  /** Jobs that had a timer once Medusa had started. */
  get armedTimers(): readonly JobName[] {
    return this.running.armedTimers
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

  /** Has the store call this suite's sandbox, and boots it where no suite before asked for the same modules. */
  async start(): Promise<void> {
    const { options: { inDoubtQuietPeriod, ...options } = {}, furtherModules = false } =
      this.settings
    const { url } = await this.sandbox.listen()
    process.env.E_INVOICE_BASE_URL = url
    this.#running = await RunningStore.of({ furtherModules })
    await this.#running.configure({ ...options, baseUrl: url })
    if (inDoubtQuietPeriod !== undefined) {
      // May be shorter than the option's bound, for tests that wait for it to be over.
      Object.assign(this.eInvoice.options, { inDoubtQuietPeriod })
    }
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
    jest.restoreAllMocks()
    await this.sandbox.close()
  }

  /**
   * The plugin cannot know when Medusa has written what it asked a provider for, and keeps others waiting for seconds. Medusa
   * answers when it has. A lease that somebody is at work under does not end so soon.
   */
  private async endLingeringLeases(): Promise<void> {
    const database = this.eInvoice.refunds["database"]
    await database("einvoice_lease")
      .where("name", "like", "payments:%")
      .where("expires_at", "<", database.raw("now() + interval '4 seconds'"))
      .delete()
  }

  /** Has the plugin call an address where nothing listens, for as long as something happens. */
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

  /** Lets a test call more than the service lets a store call within a minute; until mocks are restored. */
  liftRateLimit(): void {
    jest
      .spyOn(this.eInvoice.connect, "rateLimit", "get")
      .mockReturnValue({ low: false, limited: 0 })
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
 * @param name that the tests are reported under
 */
export function eInvoiceSuite(
  name: string,
  settings: EInvoiceSuiteSettings,
  tests: (suite: EInvoiceSuite) => void
): void {
  const suite = new EInvoiceSuite(settings)
  afterAll(() => RunningStore.stopAll())
  describe(name, () => {
    beforeAll(() => suite.start())
    afterAll(() => suite.stop())
    describe("", () => {
      beforeEach(() => suite.reset())
      afterEach(() => suite.settle())
      tests(suite)
    })
  })
}
