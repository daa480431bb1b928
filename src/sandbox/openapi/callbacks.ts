import {
  checksumFormulas,
  type NoticeParameter,
  noticeParameters,
  type Operation,
} from "../../connect"
import { type CompanyNoticeParameter, companyNoticeParameters } from "../callbacks/notice"
import type { Json } from "./json-schema"

/** What the service reports of a record that an operation makes, to the address that its request names. */
export function callbacksOf({ creates }: Operation): Json | undefined {
  if (!creates?.reportsBack) {
    return undefined
  }
  const [name, described] =
    creates.kind === "company-check"
      ? ["companyCheck", companyParameters]
      : ["status", statusParameters]
  return {
    [name]: {
      "{$request.body#/callback/callbackUrl}": {
        get: {
          summary: "Status change",
          description:
            "Appended to the address's own query. Retries, and what the service makes of the answer, are in no source.",
          security: [],
          parameters: described,
          responses: { "2XX": { description: "Received. The sandbox takes any 2xx." } },
        },
      },
    },
  }
}

const formulas = Object.entries(checksumFormulas).map(
  ([name, values]) => `${name} (${values.join(", ")})`
)

const saidOfStatus: Readonly<Record<NoticeParameter, Json>> = {
  orderUuid: {
    description: "Identifier of the order, reservation or subscription order.",
    example: "ODR1234567890",
  },
  status: {
    description: "The record's status. A printed sample has `success`, which names none.",
    example: "PAID",
  },
  paymentMethod: { description: "Method that the payer chose.", example: "visa" },
  amount: { description: "The order's amount, in kroner.", example: "100" },
  createdAt: { description: "When the order was made, in Unix seconds.", example: "1755764131" },
  timestamp: { description: "When it was sent, in Unix seconds.", example: "1755764131" },
  checksum: {
    description: `SHA-256, in hex, of values one after the other and the secret. Revisions of the documentation differ in the values: ${formulas.join("; ")}.`,
    example: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
  },
}

const saidOfCompany: Readonly<Record<CompanyNoticeParameter, Json>> = {
  companyCheckUuid: { description: "Identifier of the check.", example: "COMCHK1234567890" },
  companyId: { description: "Organization number.", example: "999888777" },
  status: { description: "How the verification ended.", example: "VERIFIED" },
  score: { description: "The credit score.", example: "856" },
  riskLevel: { description: "Low, Moderate or High.", example: "Low" },
  timestamp: saidOfStatus.timestamp,
  checksum: {
    description: "SHA-256, in hex, of all values one after the other and the secret.",
    example: saidOfStatus.checksum.example,
  },
}

const parametersOf = <Name extends string>(
  names: readonly Name[],
  said: Readonly<Record<Name, Json>>,
  more: Json = {}
): Json[] =>
  names.map((name) => ({
    name,
    in: "query",
    required: true,
    schema: { type: "string" },
    ...said[name],
    ...more,
  }))

const statusParameters = parametersOf(noticeParameters, saidOfStatus)

/** No source names them. */
const companyParameters = parametersOf(companyNoticeParameters, saidOfCompany, {
  "x-assumed": true,
})
