import { execFile } from "node:child_process"
import { copyFileSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import os from "node:os"
import path from "node:path"
import { promisify } from "node:util"

import { createSandbox } from ".."
import { openApiDocument } from "../openapi/openapi-document"

const root = path.join(__dirname, "../../..")
const folder = mkdtempSync(path.join(os.tmpdir(), "generated-client-"))

afterAll(() => rmSync(folder, { recursive: true }))

/** Runs a program of Node in the folder. @throws with what it wrote */
async function run(script: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
  const options = { cwd: folder, env: { ...process.env, NODE_OPTIONS: "", ...env } }
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...args], options).catch(
    ({ stderr, stdout: said }: { stderr: string; stdout: string }) => {
      throw new Error(`${path.basename(script)} failed: ${said}${stderr}`)
    }
  )
  return stdout
}

const inModules = (file: string) => path.join(root, "node_modules", file)

const strict = [
  "--strict",
  "--noUncheckedIndexedAccess",
  "--module",
  "nodenext",
  "--target",
  "es2022",
  "--types",
  "node",
]

it("has a strict client generated from the document that compiles, and carries lifecycles out", async () => {
  symlinkSync(path.join(root, "node_modules"), path.join(folder, "node_modules"), "dir")
  writeFileSync(path.join(folder, "openapi.json"), JSON.stringify(openApiDocument()))
  copyFileSync(
    path.join(__dirname, "generated-client/lifecycles.mts"),
    path.join(folder, "lifecycles.mts")
  )
  const sandbox = createSandbox()
  const { url } = await sandbox.listen()

  await run(inModules("openapi-typescript/bin/cli.js"), [
    "openapi.json",
    "--default-non-nullable=false",
    "-o",
    "connect.d.mts",
  ])
  await run(inModules("typescript/bin/tsc"), [...strict, "lifecycles.mts"])
  const said = await run("lifecycles.mjs", [], { BASE_URL: url })
  await sandbox.close()

  expect(JSON.parse(said)).toEqual({
    invoiced: {
      statuses: ["SENT", "INVOICED", "PAID", "REFUNDED"],
      tax: 100,
      refused: "orderStatusAlreadyPaid",
    },
    reserved: { capture: "CAP", captured: 300, status: "COMPLETED" },
  })
  expect(sandbox.audit()).toMatchObject({
    billedTwice: [],
    money: { balanced: true, refunded: 500 },
  })
})
