import { type Answer, failure, notFound } from "../answers"
import { magicOrganization, magicPerson } from "../magic-inputs"
import { dayText } from "../wire-values"
import type { Assessment, CompanyCheck, CreditCheck } from "../world/records"
import { SandboxStateError, type World } from "../world/world"
import {
  applied,
  done,
  type Handlers,
  limitInSeconds,
  listed,
  noSuchRecord,
  payPage,
} from "./handler"
import { invoiceFees } from "./order-creation"

/** The emulation of credit checks and companies. */
export const checkHandlers = {
  "credit-checks.private"(call) {
    const { body, operation, world } = call
    if (!isBirthNumber(body.personalId)) {
      return wrongBirthNumber()
    }
    const known = world.customers
      .list()
      .find(({ personalNumber }) => personalNumber === body.personalId)
    addCheck(world, {
      type: "private",
      name: known?.name ?? "Ukjent Person",
      companyType: null,
      organizationId: null,
      personalNumber: maskMiddle(body.personalId),
      countryCode: body.countryCode ?? known?.countryCode ?? null,
      msisdn: body.msisdn ?? known?.msisdn ?? null,
      ...assessPerson(body.personalId),
    })
    return done(operation, null)
  },

  "credit-checks.corporate"(call) {
    const { body, operation, world } = call
    const known = world.customers
      .list()
      .find(({ organizationId }) => organizationId === body.organizationId)
    addCheck(world, {
      type: "corporate",
      name: known?.name ?? companyName(body.organizationId),
      companyType: "AS",
      organizationId: body.organizationId,
      personalNumber: null,
      countryCode: known?.countryCode ?? null,
      msisdn: known?.msisdn ?? null,
      ...assessCompany(body.organizationId),
    })
    return done(operation, null)
  },

  "credit-checks.list"(call) {
    const { operation, query, world } = call
    const { startTimestamp = 0, endTimestamp = Infinity } = applied(world, query)
    const start = limitInSeconds(world, startTimestamp)
    const end = limitInSeconds(world, endTimestamp)
    const found = listed(world, world.creditChecks.list())
      .filter(({ createdAt }) => createdAt >= start)
      .filter(({ createdAt }) => createdAt <= end)
    return found.length > 0
      ? done(operation, found.map(creditCheckRecord))
      : notFound(operation.emptyList.messageKey)
  },

  "credit-checks.details"(call) {
    const check = call.world.creditChecks.get(call.params.uuid)
    return check ? done(call.operation, creditCheckRecord(check)) : noSuchRecord(call.operation)
  },

  "companies.check"(call) {
    const { body, operation, origin, world } = call
    const companyId = String(body.companyId)
    const { callbackUrl, ...redirects } = body.callback
    const check = world.companyChecks.add({
      uuid: world.newIdentifier("COMCHK", (taken) => world.companyChecks.has(taken)),
      createdAt: world.clock.seconds(),
      companyId,
      companyType: "AS",
      companyName: companyName(companyId),
      state: "pending",
      callbackUrl,
      redirects,
      ...assessCompany(companyId),
    })
    return done(operation, { url: payPage(origin, check), companyCheckUuid: check.uuid })
  },

  // Only what was verified is history; a company without any has an empty one.
  "companies.information"(call) {
    const { operation, params, world } = call
    const found = world.companyChecks
      .list()
      .filter(({ companyId }) => companyId === params.company_id)
      .filter(({ state }) => state === "verified")
    return done(
      operation,
      found.map((check) => ({
        companyCheckUuid: check.uuid,
        companyId: check.companyId,
        companyType: check.companyType,
        companyName: check.companyName,
        score: String(check.score),
        riskLevel: check.riskLevel,
        scoreMessage: check.scoreMessage,
        defaultProbability: check.defaultProbability,
        personalNumber: null,
        contactPersonName: null,
        contactPersonEmail: null,
        createdAt: check.createdAt,
      }))
    )
  },

  "companies.invoice-fee"(call) {
    const { operation, params } = call
    return done(operation, {
      companyUuid: `ORG0${params.company_id}`,
      companyId: params.company_id,
      companyType: "AS",
      companyName: companyName(params.company_id),
      ...invoiceFees,
    })
  },
} satisfies Handlers

/** A company's name as the sandbox makes one up. */
function companyName(organizationId: string): string {
  return `Testbedrift ${organizationId} AS`
}

function addCheck(world: World, check: Omit<CreditCheck, "uuid" | "createdAt">): void {
  world.creditChecks.add({
    ...check,
    uuid: world.newIdentifier("CRC", (taken) => world.creditChecks.has(taken)),
    createdAt: world.clock.seconds(),
  })
}

function creditCheckRecord({ createdAt, type, ...check }: CreditCheck) {
  return {
    ...check,
    date: dayText(createdAt),
    type: type === "private" ? "Private" : "Corporate",
  }
}

function maskMiddle(personalNumber: string): string {
  return `${personalNumber.slice(0, 4)}****${personalNumber.slice(8)}`
}

// 40 is added to the day of a temporary number; 40, 65 or 80 to the month of other kinds.
function isBirthNumber(personalNumber: string): boolean {
  const day = Number(personalNumber.slice(0, 2))
  const month = Number(personalNumber.slice(2, 4))
  const isDay = [0, 40].some((shift) => isWithin(day - shift, 31))
  return isDay && [0, 40, 65, 80].some((shift) => isWithin(month - shift, 12))
}

function isWithin(number: number, most: number): boolean {
  return number >= 1 && number <= most
}

// Documented in an older revision, where `errors` is a sentence in Norwegian.
function wrongBirthNumber(): Answer {
  return failure(
    510,
    "Execution Exception Occurred",
    "personCurrentStatusIsWrong",
    "Fødselsnummeret er ikke gyldig."
  )
}

const assessments = {
  good: {
    score: 856,
    scoreMessage: "Good Credit Rating",
    riskLevel: "Low",
    defaultProbability: "0.44",
  },
  moderateRisk: {
    score: 441,
    scoreMessage: "High to moderate risk, credit up to NOK 20,000 can be approved",
    riskLevel: "Moderate",
    defaultProbability: "15% - 27%",
  },
  highRisk: {
    score: 120,
    scoreMessage: "High risk, credit is not recommended",
    riskLevel: "High",
    defaultProbability: "27% - 50%",
  },
  unknown: {
    score: 0,
    scoreMessage: "Credit information could not be retrieved",
    riskLevel: "High",
    defaultProbability: "0",
  },
} as const satisfies Record<string, Assessment>

/** What a credit check says of a private customer: good, unless the personal number is a magic one. */
function assessPerson(personalNumber: string): Assessment {
  const person = magicPerson(personalNumber)
  switch (person) {
    case "denied":
      return assessments.highRisk
    case "moderateRisk":
    case "highRisk":
    case "unknown":
      return assessments[person]
    default:
      return assessments.good
  }
}

/** What a credit check says of a company: good, unless the organization number is a magic one. */
function assessCompany(organizationId: string): Assessment {
  return assessments[magicOrganization(organizationId) ?? "good"]
}

/**
 * The person behind the company proves who they are, or fails to; the merchant is told by callback.
 *
 * @throws SandboxStateError when it is decided already
 */
export function decideCompanyCheck(
  world: World,
  check: CompanyCheck,
  state: "verified" | "failed"
): void {
  if (check.state !== "pending") {
    throw new SandboxStateError(`Company check ${check.uuid} is ${check.state} already.`)
  }
  check.state = state
  world.notify({
    kind: "company-check",
    callbackUrl: check.callbackUrl,
    recordUuid: check.uuid,
    status: state.toUpperCase(),
    companyId: check.companyId,
    score: String(check.score),
    riskLevel: check.riskLevel,
  })
}
