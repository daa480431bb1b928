import { spawn } from "node:child_process"
import { readdirSync } from "node:fs"
import path from "node:path"

const root = path.resolve(__dirname, "..")

/**
 * Changes one thing at a time in a room of `src`, and shows which changes no unit specification of that room notices.
 *
 * @param parts of paths: only files with one of them in theirs; followed by `:12-40`, only these lines. All when left out.
 */
function main([room = "", ...parts]: string[]) {
  const files = sourcesOf(room)
  const chosen =
    parts.length === 0
      ? files
      : parts.flatMap((part) => {
          const [, name = part, lines = ""] = /^(.+?)(:\d+-\d+)?$/.exec(part) ?? []
          return files.filter((file) => file.includes(name)).map((file) => `${file}${lines}`)
        })
  if (chosen.length === 0) {
    throw new Error("Name a folder of src, such as mapping, and after it parts of its files' paths")
  }
  const stryker = path.join(root, "node_modules/@stryker-mutator/core/bin/stryker.js")
  const config = "scripts/testing/mutation/stryker.config.mjs"
  spawn(process.execPath, [stryker, "run", config, "--mutate", chosen.join(",")], {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, TEST_SUITE: "mutation", MUTATED_ROOM: room },
  }).once("close", (code) => {
    process.exitCode = code ?? 1
  })
}

const sourcesOf = (room: string): string[] =>
  readdirSync(path.join(root, "src", room), { recursive: true, encoding: "utf8" })
    .map((file) => ["src", room, ...file.split(path.sep)].join("/"))
    .filter((file) => file.endsWith(".ts") && !/__tests__|\/index\.ts$/.test(file))

main(process.argv.slice(2))
