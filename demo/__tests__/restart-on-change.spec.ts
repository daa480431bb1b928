import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import os from "node:os"
import path from "node:path"
import { eventually } from "../../integration-tests/http/support/eventually"
import { restartOnChange, servicesThatLoad } from "../restart-on-change"

describe("a change of the sources", () => {
  it.each([
    ["connect/client.ts", ["sandbox", "store"]],
    ["sandbox/engine.ts", ["sandbox"]],
    ["api/hooks/callback-address.ts", ["store"]],
    ["options.ts", ["store"]],
    ["admin/routes/e-invoice/page.tsx", []],
    ["domain/__tests__/send-once.spec.ts", []],
  ])("of %s restarts %j", (file, services) => {
    expect(servicesThatLoad(file)).toEqual(services)
  })

  it("is followed once for files saved together", async () => {
    const sources = mkdtempSync(path.join(os.tmpdir(), "sources-"))
    mkdirSync(path.join(sources, "domain"))
    const restarted: string[] = []
    const watcher = await restartOnChange(sources, async (service) => {
      restarted.push(service)
    })
    writeFileSync(path.join(sources, "domain/first.ts"), "")
    writeFileSync(path.join(sources, "domain/second.ts"), "")

    await eventually(async () => expect(restarted).toEqual(["store"]))
    await watcher.close()
    rmSync(sources, { recursive: true })
  })
})
