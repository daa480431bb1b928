import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"

import { DatabaseClock } from "../database"
import EInvoiceModuleService from "../service"

const HOUR = 3_600_000

/** A database whose clock differs from this process's, and what is logged when a store starts with it. */
async function startedWith(databaseIsAheadBy: number) {
  let aheadBy = databaseIsAheadBy
  const database = {
    raw: async () => ({ rows: [{ now: Date.now() + aheadBy }] }),
  }
  const errors: string[] = []
  const cradle = {
    [ContainerRegistrationKeys.PG_CONNECTION]: database,
    [ContainerRegistrationKeys.LOGGER]: { error: (message: string) => errors.push(message) },
    [Modules.EVENT_BUS]: {},
  }
  const service = new EInvoiceModuleService(cradle as never, {
    baseUrl: "https://service.example.com",
    token: "token",
    callbackBaseUrl: "https://store.example.com",
    encryptionKey: Buffer.alloc(32, 1).toString("base64"),
  })
  await service.__hooks.onApplicationStart()
  /** The difference is another by now, and the database is asked for its time again. */
  const goesBy = (milliseconds: number) => {
    aheadBy = milliseconds
    return service.clock.read()
  }
  return { clock: service.clock, errors, goesBy }
}

describe("a server whose clock is wrong", () => {
  it.each([
    [HOUR, "3600 s behind"],
    [-HOUR, "3600 s ahead of"],
  ])("says so when it starts: %d ms", async (databaseIsAheadBy, said) => {
    const { errors } = await startedWith(databaseIsAheadBy)

    expect(errors).toEqual([expect.stringContaining(said)])
  })

  it("says so when it goes wrong later, once each time", async () => {
    const { errors, goesBy } = await startedWith(0)

    await goesBy(HOUR)
    await goesBy(HOUR)
    expect(errors).toHaveLength(1)
    await goesBy(0)
    await goesBy(-HOUR)
    expect(errors).toHaveLength(2)
  })

  it("goes by the database's", async () => {
    const { clock } = await startedWith(HOUR)

    expect(clock).toBeInstanceOf(DatabaseClock)
    expect(Math.abs(clock.now().getTime() - Date.now() - HOUR)).toBeLessThan(60_000)
  })

  it("is silent where the two agree", async () => {
    expect((await startedWith(5_000)).errors).toEqual([])
  })
})
