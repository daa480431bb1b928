import { execFile, spawn } from "node:child_process"
import { promisify } from "node:util"

/** What a merchant's own terminal would not have: marks of the tests and of npm. */
const ofThisRun =
  /^(NODE_OPTIONS|NODE_ENV|TEST_SUITE|JEST_.*|DB_.*|INIT_CWD|npm_(package|lifecycle)_.*|npm_config_local_prefix|npm_command)$/

/** The environment of a terminal that someone opens after a log-in. */
export const terminalEnv = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !ofThisRun.test(name))
)

/**
 * Runs a script in a folder, as typed into a terminal.
 *
 * @returns what it said
 * @throws when it fails, with all it said
 */
export async function runInTerminal(
  script: string,
  folder: string,
  env: Record<string, string> = {}
): Promise<string> {
  try {
    const { stdout, stderr } = await promisify(execFile)("sh", ["-ec", script], {
      cwd: folder,
      env: { ...terminalEnv, ...env },
      maxBuffer: 64 * 1024 * 1024,
    })
    return stdout + stderr
  } catch (error) {
    const { stdout = "", stderr = "" } = error as Record<string, string>
    throw new Error(`In ${folder}: ${script}\n${stdout}\n${stderr}`)
  }
}

export type RunningServer = {
  /** What the pattern found: the first group, else the whole. */
  found: string
  output(): string
  stop(): Promise<void>
}

/**
 * Starts a server and waits until it says so.
 *
 * @param ready matches the output of a server that is ready
 * @throws when it ends, or says nothing of the kind in a minute, with all it said
 */
export async function startInTerminal(
  command: string,
  folder: string,
  ready: RegExp,
  env: Record<string, string> = {}
): Promise<RunningServer> {
  const child = spawn("sh", ["-c", endsWithItsStarter(command)], {
    cwd: folder,
    env: { ...terminalEnv, ...env },
    detached: true,
    stdio: ["ignore", "pipe", "pipe", "pipe"],
  })
  const ended = new Promise<void>((resolve) => {
    child.once("exit", () => resolve())
  })
  const stop = async () => {
    child.stdio[3]?.destroy()
    await ended
  }

  let output = ""
  const found = new Promise<string>((resolve, reject) => {
    const fail = (reason: string) => reject(new Error(`${command} ${reason}\n${output}`))
    const timer = setTimeout(() => fail("is not ready after 60 s"), 60_000)
    const read = (chunk: Buffer) => {
      output += chunk.toString()
      const match = ready.exec(output)
      if (match) {
        clearTimeout(timer)
        resolve(match[1] ?? match[0])
      }
    }
    child.stdout?.on("data", read)
    child.stderr?.on("data", read)
    void ended.then(() => {
      clearTimeout(timer)
      fail("ended")
    })
  })

  try {
    return { found: await found, output: () => output, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/**
 * The command and everything it starts end when file 3 is closed, which also
 * happens when the process that holds its other end is killed. What is not gone
 * ten seconds later is killed: a store whose output and Redis are gone logs that
 * for ever instead of ending.
 */
function endsWithItsStarter(command: string) {
  const end = "trap '' TERM; kill 0; sleep 10; kill -KILL 0"
  return `{ cat <&3; ${end}; } >/dev/null 2>&1 & ${command}; kill 0`
}
