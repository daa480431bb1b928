import { callbacksAstray } from "./cases/callbacks-astray"
import { databaseFails } from "./cases/database-fails"
import { heldKilled } from "./cases/held-killed"
import { processKilled } from "./cases/process-killed"
import { serviceFails } from "./cases/service-fails"
import { severalStores } from "./cases/several-stores"
import { expireLockInPostgres, expireLockInRedis } from "./lab/expired-locks"
import { FaultLab } from "./lab/fault-lab"
import { figureLines } from "./lab/figures"
import { Redis } from "./lab/redis"
import { locksInPostgres, modulesOnRedis } from "./lab/shared-modules"

// A busy machine makes these slower, not wrong.
jest.setTimeout(300_000)

const lab = new FaultLab()

beforeAll(() => lab.open())

afterAll(() => {
  lab.close()
  process.stdout.write(`\n${figureLines().join("\n")}\n`)
})

describe("the service fails", () => serviceFails(lab))
describe("the store's process is killed", () => processKilled(lab))
describe("what is billed when it is shipped", () => heldKilled(lab))
describe("the database fails", () => databaseFails(lab))
describe("callbacks", () => callbacksAstray(lab))

describe("several stores with their locks in PostgreSQL", () =>
  severalStores(lab, async () => ({
    name: "several",
    what: "locks in PostgreSQL",
    servers: { modules: [locksInPostgres] },
    worker: { modules: [locksInPostgres], workerMode: "worker" },
    mayLetTwoIn: true,
    expireLock: expireLockInPostgres,
  })))

if (Redis.isAtHand) {
  describe("several stores on a Redis", () => {
    let redis: Redis | undefined
    severalStores(lab, async () => {
      const server = await Redis.start()
      redis = server
      const modules = modulesOnRedis(server.url)
      return {
        name: "several_on_redis",
        what: "locks, events and workflows on Redis",
        servers: { modules, redisUrl: server.url, workerMode: "server" },
        worker: { modules, redisUrl: server.url, workerMode: "worker" },
        mayLetTwoIn: false,
        expireLock: (_, id) => expireLockInRedis(server, id),
      }
    })
    afterAll(() => redis?.stop())
  })
} else {
  afterAll(() => {
    process.stdout.write(
      "NOT RUN several stores on a Redis: there is neither REDIS_URL nor a redis-server here.\n"
    )
  })
}
