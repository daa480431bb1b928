import { readFileSync } from "node:fs"
import path from "node:path"

import { codeBelow, fixedLength, names, textsIn, sentencesOfErrors } from "../docs/messages-in-code"

const root = path.join(__dirname, "../..")

const read = (file: string) => readFileSync(path.join(root, file), "utf8")

/** The messages that begin the entries of the page's lists. */
const messages = read("docs/troubleshooting.md")
  .split("\n")
  .map((line) => /^- (`.*)/.exec(line)?.[1] ?? "")
  .flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)])
  .map(([, message = ""]) => message)

const code = codeBelow(path.join(root, "src"))

const texts = code.flatMap(textsIn)

const unnamed = (said: readonly string[]) =>
  said.filter((text) => !messages.some((message) => names(message, text)))

const logged = texts.filter((text) => text.startsWith("e-invoice: "))

const toldToShoppers = [
  ...["src/mapping/checkout-refusals.ts", "src/providers/e-invoice/declined.ts"].flatMap((file) =>
    textsIn(read(file)).filter((text) => text.endsWith("."))
  ),
  ...code.flatMap((file) => sentencesOfErrors("MappingError", file)),
]

describe("the page of messages", () => {
  it("has messages, each long enough to be told from others", () => {
    expect(messages.length).toBeGreaterThan(60)
    expect(messages.filter((message) => fixedLength(message) < 12)).toEqual([])
  })

  it.each(messages)("names what the code says: %s", (message) => {
    expect(texts.some((text) => names(message, text))).toBe(true)
  })

  it("leaves out nothing that is logged", () => {
    expect(logged.length).toBeGreaterThan(20)
    expect(unnamed(logged)).toEqual([])
  })

  it("leaves out nothing that a shopper is told", () => {
    expect(toldToShoppers.length).toBeGreaterThan(20)
    expect(unnamed(toldToShoppers)).toEqual([])
  })
})

describe("the messages in code", () => {
  it("are found in strings and templates, with what a template fills in left open", () => {
    expect(textsIn('log(`a ${one} b ${two}`, "c", `d`)')).toEqual(["a … b …", "c", "d"])
  })

  it("are told by the class of the error they are of", () => {
    const code = 'throw new A("field", `The ${one} is wrong.`); throw new B("Another.")'

    expect(sentencesOfErrors("A", code)).toEqual(["The … is wrong."])
  })

  it("are named by their parts, in their order", () => {
    const text = "The order … is paid, and … is not."

    expect(names("The order … is paid", text)).toBe(true)
    expect(names("… is paid, and …", text)).toBe(true)
    expect(names("is not … is paid", text)).toBe(false)
    expect(names("The order … is open", text)).toBe(false)
  })
})
