import { randomBytes } from "node:crypto"
import { checksumOf, checksumOfValues, type ChecksumFormula } from "./checksum"

/** News of an order's, reservation's or subscription order's status. */
export type StatusNotice = {
  kind: "status"
  callbackUrl: string
  /** Identifier of the record: travels as `orderUuid`, whatever it is. */
  recordUuid: string
  status: string
  paymentMethod: string
  /** Kroner, as text. */
  amount: string
  /** Unix seconds. */
  createdAt: number
}

/** The result of a company check. The names of its parameters are not published: these are the record's own. */
export type CompanyCheckNotice = {
  kind: "company-check"
  callbackUrl: string
  recordUuid: string
  status: string
  companyId: string
  score: string
  riskLevel: string
}

/** News to be sent to the merchant. */
export type Notice = StatusNotice | CompanyCheckNotice

export type NoticeSigning = {
  secret: string
  formula: ChecksumFormula
  /** `wrong` sends a checksum that does not match, `missing` none. */
  flaw?: "wrong" | "missing"
}

/** Whether a notice can be sent there at all: an absolute http or https address. */
export function isCallable(callbackUrl: string): boolean {
  return URL.canParse(callbackUrl) && ["http:", "https:"].includes(new URL(callbackUrl).protocol)
}

/**
 * The address to call: the merchant's own, query and all, with the notice's parameters appended in the documented
 * order.
 *
 * @param timestamp Unix seconds of sending
 */
export function noticeAddress(notice: Notice, timestamp: number, signing: NoticeSigning): string {
  const { parameters, checksum } =
    notice.kind === "status"
      ? statusParameters(notice, timestamp, signing)
      : companyParameters(notice, timestamp, signing)
  const query = new URLSearchParams(parameters)
  if (signing.flaw !== "missing") {
    query.append("checksum", signing.flaw === "wrong" ? randomBytes(32).toString("hex") : checksum)
  }
  // Not through searchParams: that would rewrite how the merchant's own query is encoded.
  const url = new URL(notice.callbackUrl)
  url.hash = ""
  url.search = url.search ? `${url.search}&${query}` : String(query)
  return url.href
}

type Parameters = { parameters: Record<string, string>; checksum: string }

function statusParameters(
  notice: StatusNotice,
  timestamp: number,
  { formula, secret }: NoticeSigning
): Parameters {
  const parameters = {
    orderUuid: notice.recordUuid,
    status: notice.status,
    paymentMethod: notice.paymentMethod,
    amount: notice.amount,
    createdAt: String(notice.createdAt),
    timestamp: String(timestamp),
  }
  return { parameters, checksum: checksumOf(parameters, secret, formula) }
}

function companyParameters(
  notice: CompanyCheckNotice,
  timestamp: number,
  { secret }: NoticeSigning
): Parameters {
  const parameters = {
    companyCheckUuid: notice.recordUuid,
    companyId: notice.companyId,
    status: notice.status,
    score: notice.score,
    riskLevel: notice.riskLevel,
    timestamp: String(timestamp),
  }
  const values = Object.values(parameters)
  return { parameters, checksum: checksumOfValues(values, secret) }
}
