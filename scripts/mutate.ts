import { spawn } from "node:child_process"
import { existsSync } from "node:fs"
import path from "node:path"

const root = path.resolve(__dirname, "..")

/**
 * Changes one thing at a time in a room of `src`, and shows which changes no unit specification of that room notices.
 *
 * @param file of the room, or a part of its path; with `:12-40`, these lines of it. The whole room when left out.
 */
function main([room, file]: string[]) {
  if (!room || !existsSync(path.join(root, "src", room))) {
    throw new Error(`Name a folder of src, such as mapping, not "${room}"`)
  }
  const [, name = "", lines = ""] = /^(.*?)(?:\.ts)?(:\d+-\d+)?$/.exec(file ?? "") ?? []
  const sources = file ? `src/${room}/**/*${name}.ts${lines}` : `src/${room}/**/*.ts`
  spawn(
    process.execPath,
    [
      path.join(root, "node_modules/@stryker-mutator/core/bin/stryker.js"),
      "run",
      "scripts/testing/mutation/stryker.config.mjs",
      "--mutate",
      [sources, "!src/**/__tests__/**", "!src/**/index.ts"].join(","),
    ],
    {
      cwd: root,
      stdio: "inherit",
      env: { ...process.env, TEST_SUITE: "mutation", MUTATED_ROOM: room },
    }
  ).once("close", (code) => {
    process.exitCode = code ?? 1
  })
}

main(process.argv.slice(2))
