import { keyRing, UnreadableError } from "../../personal-data/encryption"
import { type OperationRow, OperationSecrets } from "../operation"

const keysOf = (byte: number) => keyRing(Buffer.alloc(32, byte).toString("base64"), [])
const secrets = new OperationSecrets(keysOf(1))
const request = { body: { personalNumber: "01810012345" } }
const now = new Date("2026-11-21T12:00:00Z")

const rowOf = (id: string, sealed: Partial<Record<string, string>>) =>
  ({
    id,
    sealed_request: null,
    sealed_before: null,
    ...Object.fromEntries(Object.entries(sealed).map(([name, text]) => [name, JSON.parse(text!)])),
  }) as OperationRow

describe("what of an operation may be personal", () => {
  const columns = secrets.columnsOf("einvop_1", request, now)
  const row = rowOf("einvop_1", { sealed_request: columns.sealed_request })

  it("is read back, and cannot be read in the database", () => {
    expect(secrets.requestOf(row)).toEqual(request)
    expect(columns.sealed_request).not.toContain("01810012345")
  })

  it("is kept for an hour", () => {
    expect(columns.sealed_until).toEqual(new Date("2026-11-21T13:00:00Z"))
  })

  it("belongs to its own operation", () => {
    expect(() => secrets.requestOf({ ...row, id: "einvop_2" })).toThrow(UnreadableError)
  })

  it("cannot be read once its key is gone", () => {
    expect(() => new OperationSecrets(keysOf(2)).requestOf(row)).toThrow(UnreadableError)
  })

  it("cannot be read once it was erased", () => {
    expect(() => secrets.requestOf(rowOf("einvop_1", {}))).toThrow(
      "it was erased; give the request again"
    )
  })

  it("includes what a change replaced, where it replaced anything", () => {
    const before = rowOf("einvop_1", {
      sealed_before: secrets.sealed("einvop_1", { email: "a@example.com" }),
    })
    expect(secrets.valuesBefore(before)).toEqual({ email: "a@example.com" })
    expect(secrets.valuesBefore(row)).toBeUndefined()
  })
})
