import { spawn, spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import os from "node:os"
import path from "node:path"

import { codeBlocks } from "../../../scripts/docs/code-blocks"
import { checksumOf, createSandbox, type Sandbox } from ".."

const page = readFileSync(path.resolve(__dirname, "../../../docs/any-language.md"), "utf8")

/** Each language's interpreter, and what calls the page's function with a secret and each address after it. */
const languages = {
  js: {
    program: process.execPath,
    file: "check.mjs",
    last: "for (const address of process.argv.slice(3)) console.log(isFromService(address, process.argv[2]))",
  },
  python: {
    program: "python3",
    file: "check.py",
    last: "import sys\nfor one in sys.argv[2:]: print(str(is_from_service(one, sys.argv[1])).lower())",
  },
  php: {
    program: "php",
    file: "check.php",
    last: 'foreach (array_slice($argv, 2) as $one) echo var_export(isFromService($one, $argv[1]), true), "\\n";',
  },
  ruby: {
    program: "ruby",
    file: "check.rb",
    last: "ARGV.drop(1).each { |one| puts from_service?(one, ARGV[0]) }",
  },
} as const

const folder = mkdtempSync(path.join(os.tmpdir(), "any-language-"))
let sandbox: Sandbox
let url: string

beforeEach(async () => {
  sandbox = createSandbox({
    token: ["t", "sandbox-token"],
    secret: "s",
    callbacks: { forwardTo: "console" },
  })
  url = (await sandbox.listen()).url
})

afterEach(() => sandbox.close())

afterAll(() => rmSync(folder, { recursive: true }))

const isAtHand = (program: string) => !spawnSync(program, ["--version"]).error

/** Says so, where what a test needs is not on this machine; continuous integration installs it. */
function itRuns(program: string, name: string, test: () => Promise<void>) {
  if (isAtHand(program)) {
    it(name, test)
  } else {
    afterAll(() => {
      process.stdout.write(`NOT RUN ${name}: there is no ${program} here.\n`)
    })
  }
}

/** Not `spawnSync`: the sandbox answers in this process. */
async function run(program: string, args: string[]): Promise<string> {
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"] })
  let said = ""
  child.stdout.on("data", (chunk) => (said += String(chunk)))
  child.stderr.on("data", (chunk) => (said += String(chunk)))
  const code = await new Promise((resolve) => child.once("close", resolve))
  if (code !== 0) {
    throw new Error(`${program} ${args.join(" ")} ended with ${String(code)}\n${said}`)
  }
  return said
}

itRuns("curl", "the page's walk goes from creation to refund", async () => {
  const [, walk = ""] = /<!-- walk:begin -->([\s\S]*)<!-- walk:end -->/.exec(page) ?? []
  const script = path.join(folder, "walk.sh")
  const code = codeBlocks(walk).map((block) => block.code)
  writeFileSync(script, code.join("\n").replaceAll("http://127.0.0.1:9100", url))

  await run("sh", ["-eu", script])

  expect(code).toHaveLength(3)
  expect(sandbox.requests().filter(({ status }) => status >= 300)).toEqual([])
  const [order, ...cycles] = sandbox.orders()
  expect(order).toMatchObject({ status: "PARTIAL REFUNDED", refunded: 500 })
  expect(cycles).toMatchObject([
    { status: "PARTIAL REFUNDED", refunded: 25 },
    { status: "PARTIAL REFUNDED", refunded: 40 },
  ])
  expect(sandbox.subscriptions.list()).toMatchObject([{ status: "CANCELLED" }])
  for (const { uuid } of cycles) {
    const told = sandbox.callbacks.list().filter(({ recordUuid }) => recordUuid === uuid)
    expect(told.map(({ status }) => status)).toEqual(["PAID", "PARTIAL REFUNDED"])
  }
  const [reservation] = sandbox.reservations.list()
  expect(reservation?.captures).toMatchObject([{ amountOre: 30000 }])
  expect(sandbox.audit().money.refunded).toBe(665)
})

itRuns(
  "php",
  "a PHP script goes through a payment link, a reservation and a subscription",
  async () => {
    expect(await run("php", [path.join(__dirname, "merchant.php"), url])).toBe("done\n")

    expect(sandbox.audit()).toMatchObject({ money: { balanced: true, refunded: 450 } })
  }
)

for (const [language, { program, file, last }] of Object.entries(languages)) {
  itRuns(
    program,
    `the checksum in ${language} is that of the service, and of no other secret or address`,
    async () => {
      const [block, ...more] = codeBlocks(page).filter((one) => one.language === language)
      const script = path.join(folder, file)
      writeFileSync(script, `${block?.code}\n\n${last}\n`)
      const answers = async (secret: string, addresses: string[]) =>
        (await run(program, [script, secret, ...addresses])).trim().split("\n")
      const genuine = callbackAddress()

      expect(more).toEqual([])
      expect(await answers("other", [genuine])).toEqual(["false"])
      const all = [...genuineAddresses(genuine), ...changedAddresses(genuine)]
      expect((await answers("s", all)).map((answer, at) => [all[at], answer])).toEqual([
        ...genuineAddresses(genuine).map((address) => [address, "true"]),
        ...changedAddresses(genuine).map((address) => [address, "false"]),
      ])
    }
  )
}

/** The address, its path and query alone, and with a fragment. */
const genuineAddresses = (genuine: string) => [
  genuine,
  genuine.replace("https://shop.example", ""),
  genuine.replace("PARTIAL+REFUNDED", "PARTIAL%20REFUNDED"),
  `${genuine}&status[]=PAID#status=PAID`,
]

function changedAddresses(genuine: string): string[] {
  const [unsigned = "", checksum = ""] = genuine.split("&checksum=")
  return [
    "",
    "?",
    "https://[",
    unsigned,
    unsigned.replace("ODR1066030441", "ODR1066030442") + `&checksum=${checksum}`,
    `${unsigned}&checksum`,
    `${unsigned}&checksum=%C3%A6`,
    `${unsigned}&checksum=${"%C3%A6".repeat(32)}`,
    `${unsigned}&checksum=æ`,
    `${unsigned}&checksum=%E6`,
    `${unsigned}&checksum[]=x`,
    `${unsigned}&checksum[]=${checksum}`,
    `${unsigned}&checksum=%zz`,
    `${genuine}zz`,
    `${genuine}%0A`,
    `${unsigned}&checksum=${checksum.toUpperCase()}`,
    `${unsigned}&checksum=${checksum.slice(2)}`,
    `${genuine}&status=PAID`,
    `${genuine}&st%61tus=PAID`,
    `${genuine}&checksum=${checksum}`,
    `${genuine}&checksum=`,
    `${genuine}&note=%`,
    `${genuine}&note=100%zz`,
    `${genuine}&note=æ`,
    genuine.replace("?", "?status=PAID&"),
  ]
}

function callbackAddress(): string {
  const values = {
    orderUuid: "ODR1066030441",
    status: "PARTIAL REFUNDED",
    paymentMethod: "invoice",
    amount: "1249",
    createdAt: "1795446376",
    timestamp: "1795446377",
  }
  const checksum = checksumOf(values, "s", "with-payment-method")
  const query = new URLSearchParams({ ...values, checksum })
  return `https://shop.example/callback?order=1001&${query.toString()}`
}
