import fc from "fast-check"

/** Queries such as the service's, with anything in any place. */
export function callbackQuery(uuid: string): fc.Arbitrary<string> {
  const name = fc.oneof(
    fc.constantFrom(
      "orderUuid",
      "status",
      "amount",
      "checksum",
      "createdAt",
      "timestamp",
      "paymentMethod",
      "__proto__",
      "constructor",
      "toString",
      "status[]",
      "status[0]",
      "[",
      "]",
      "",
      "$where"
    ),
    fc.string({ unit: "binary", maxLength: 20 })
  )
  const value = fc.oneof(
    fc.constantFrom(
      uuid,
      "PAID",
      "CANCELLED",
      "REFUNDED",
      "paid",
      "-1",
      "1e309",
      "NaN",
      "null",
      "true",
      "{}",
      "' or 1=1 --",
      "<script>"
    ),
    fc.string({ unit: "binary", maxLength: 60 }),
    fc.integer().map(String),
    fc.json()
  )
  const pairs = fc
    .array(fc.tuple(name, value), { maxLength: 12 })
    .map((all) => new URLSearchParams(all).toString())
  const malformed = fc
    .array(
      fc.constantFrom(
        "%",
        "%zz",
        "%E0%A4%A",
        "&",
        "=",
        "&&",
        "a",
        ";",
        "+",
        "%00",
        "%ff",
        "[",
        "]"
      ),
      { maxLength: 60 }
    )
    .map((parts) => parts.join(""))
  const long = fc
    .integer({ min: 3_000, max: 6_000 })
    .map((length) => `status=${"P".repeat(length)}`)
  return fc.oneof(
    { weight: 8, arbitrary: pairs },
    { weight: 3, arbitrary: malformed },
    { weight: 1, arbitrary: long }
  )
}

/** Bodies for our provider, none of which is what a shopper may send. */
export function sessionBody(): fc.Arbitrary<unknown> {
  const field = fc.constantFrom(
    "personal_number",
    "phone",
    "language",
    "reference",
    "shopper_data_id",
    "status",
    "__proto__",
    "constructor",
    "toString"
  )
  const wrong = fc.oneof(
    fc.jsonValue({ maxDepth: 4 }),
    fc.string({ unit: "binary", maxLength: 40 }),
    fc.stringMatching(/^\d{10,12}$/).filter((digits) => digits.length !== 11),
    fc.constant("00000000000")
  )
  const fields = fc.dictionary(fc.oneof(field, fc.string({ maxLength: 12 })), wrong, { maxKeys: 8 })
  const data = fc.oneof(
    { weight: 6, arbitrary: fields },
    { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
    { weight: 1, arbitrary: fc.constantFrom(null, undefined, [], "", 0, false) }
  )
  const provider = fc.oneof(
    { weight: 20, arbitrary: fc.constant("pp_e-invoice_private") },
    {
      weight: 1,
      arbitrary: fc.constantFrom("pp_e-invoice_", "pp_e-invoice_private ", "pp_e-invoice_../x"),
    }
  )
  return fc.oneof(
    { weight: 12, arbitrary: fc.record({ provider_id: provider, data }) },
    {
      weight: 1,
      arbitrary: fc.record({
        // Medusa itself fails on an object here that has a member named toString, and on data that has none of Object's.
        provider_id: fc.oneof(fc.string(), fc.integer(), fc.constant(null)),
        data: data.filter((value) => !namesMemberOfObject(value)),
      }),
    },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) }
  )
}

const namesMemberOfObject = (value: unknown): boolean =>
  /"(__proto__|hasOwnProperty)":/.test(JSON.stringify(value) ?? "")

/** Bodies with a personal number that no parser can read, or in which it stands where none belongs. */
export function unreadableBodies(personalNumber: string): {
  headers: Record<string, string>
  body: string
}[] {
  const json = { "content-type": "application/json" }
  const whole = `{"provider_id":"pp_e-invoice_private","data":{"personal_number":"${personalNumber}"}}`
  const texts = [
    `{"personal_number":"${personalNumber}",,}`,
    `{"personal_number":${personalNumber}x}`,
    `{${personalNumber}}`,
    `{"x":"1" "${personalNumber}"}`,
    `{"x":1}${personalNumber}`,
    `["${personalNumber}`,
    `personal_number=${personalNumber}`,
    `"${personalNumber}"`,
    personalNumber,
    `${whole.slice(0, -2)}`,
    `["${personalNumber}"]`,
    `{"provider_id":${personalNumber}}`,
    `{"provider_id":["${personalNumber}"]}`,
    `{"provider_id":"${personalNumber}"}`,
    `{"provider_id":"pp_system_default","${personalNumber}":true}`,
    `{"data":"${personalNumber}"}`,
    `{"provider_id":"pp_system_default","data":${personalNumber}}`,
  ]
  return [
    ...texts.map((body) => ({ headers: json, body })),
    ...texts.map((body) => ({
      headers: { "content-type": "text/plain" },
      body,
    })),
    ...[
      { ...json, "content-encoding": "gzip" },
      { ...json, "content-encoding": personalNumber },
      { "content-type": `application/json; charset=${personalNumber}` },
      { "content-type": "application/x-www-form-urlencoded" },
    ].map((headers) => ({
      headers,
      body: `personal_number=${personalNumber}`,
    })),
  ]
}
