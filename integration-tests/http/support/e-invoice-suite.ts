import { randomBytes } from "node:crypto"

import { WorkflowScheduler } from "@medusajs/framework/orchestration"
import type { MedusaContainer } from "@medusajs/framework/types"
import { medusaIntegrationTestRunner } from "@medusajs/test-utils"

import { seedNorwegianStore, type SeededStore } from "../../../demo/seed/norwegian-store"
import { E_INVOICE_MODULE } from "../../../src/modules/e-invoice"
import { JOB_NAMES, type JobName } from "../../../src/modules/e-invoice/jobs"
import type EInvoiceModuleService from "../../../src/modules/e-invoice/service"
import type { EInvoiceOptionsInput } from "../../../src/options"
import { createSandbox, type Sandbox, type SandboxOptions } from "../../../src/sandbox"
import { freePort } from "../../../demo/postgres/free-port"
import { HttpClient } from "./http-client"

jest.setTimeout(120_000)

/** A seeded store and a sandbox of the service, both running; each test begins with both as they were at the start. */
export class EInvoiceSuite {
  readonly http = new HttpClient(() => this.address)
  readonly sandbox: Sandbox
  /** Jobs that had a timer once Medusa had started. */
  armedTimers: readonly JobName[] = []
  #store: SeededStore | undefined
  #container: (() => MedusaContainer) | undefined
  private port = 0

  constructor(
    private readonly options: Partial<EInvoiceOptionsInput>,
    sandbox: SandboxOptions
  ) {
    this.sandbox = createSandbox(sandbox)
  }

  /** Where the store listens. */
  get address(): string {
    return `http://localhost:${this.port}`
  }

  get store(): SeededStore {
    return ready(this.#store)
  }

  get container(): MedusaContainer {
    return ready(this.#container)()
  }

  get eInvoice(): EInvoiceModuleService {
    return this.container.resolve(E_INVOICE_MODULE)
  }

  /** Says where everything is, before Medusa reads its configuration. */
  async start(): Promise<void> {
    const { url } = await this.sandbox.listen()
    this.port = await freePort()
    Object.assign(process.env, {
      PORT: String(this.port),
      E_INVOICE_BASE_URL: url,
      E_INVOICE_TOKEN: "sandbox-token",
      E_INVOICE_CALLBACK_BASE_URL: `http://localhost:${this.port}`,
      E_INVOICE_ENCRYPTION_KEY: randomBytes(32).toString("base64"),
      E_INVOICE_OPTIONS: JSON.stringify({
        ...this.options,
        inDoubtQuietPeriod: undefined,
      }),
    })
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

  async seed(container: () => MedusaContainer): Promise<void> {
    this.#container = container
    const { inDoubtQuietPeriod } = this.options
    if (inDoubtQuietPeriod !== undefined) {
      // Shorter than the option's bound, for tests that wait for it to be over.
      Object.assign(this.eInvoice.options, { inDoubtQuietPeriod })
    }
    // A sweep that begins by the clock would turn a test's own away, or be ahead of it.
    await new WorkflowScheduler().clear()
    this.armedTimers = JOB_NAMES.filter((name) => this.eInvoice.timers.isArmed(name))
    this.eInvoice.timers.stop()
    this.#store = await seedNorwegianStore(container())
  }
}

/**
 * Runs tests against a Medusa server started from this repository's configuration, with a store in it and the sandbox
 * beside it.
 *
 * @param name of the database; two suites must not share one
 * @param settings options of the plugin and of the sandbox that differ from the usual
 */
export function eInvoiceSuite(
  name: string,
  settings: {
    options?: Partial<EInvoiceOptionsInput>
    sandbox?: SandboxOptions
  },
  tests: (suite: EInvoiceSuite) => void
): void {
  const suite = new EInvoiceSuite(settings.options ?? {}, settings.sandbox ?? {})
  beforeAll(() => suite.start())
  medusaIntegrationTestRunner({
    moduleName: name,
    testSuite: ({ getContainer }) => {
      beforeAll(() => suite.seed(getContainer))
      beforeEach(() => suite.sandbox.reset())
      tests(suite)
    },
  })
  afterAll(() => suite.sandbox.close())
}

function ready<Value>(value: Value | undefined): Value {
  if (value === undefined) {
    throw new Error("The suite has not started yet: use it within a test.")
  }
  return value
}
