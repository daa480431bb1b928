import { assessCompany, assessPerson } from "../assessments"
import { failure, notFound, type Answer } from "../answers"
import { dayText } from "../dates"
import type { CreditCheck } from "../state/checks"
import type { World } from "../state/world"
import type { Handler } from "./handler"
import { heeded, limitInSeconds, listed } from "./listing"
import { done, noSuchRecord } from "./replies"

export const checkPrivateCustomer: Handler<"credit-checks.private"> = (call) => {
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
  return done(operation, null, false)
}

export const checkCorporateCustomer: Handler<"credit-checks.corporate"> = (call) => {
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
  return done(operation, null, false)
}

export const listCreditChecks: Handler<"credit-checks.list"> = (call) => {
  const { operation, query, world } = call
  const { startTimestamp = 0, endTimestamp = Infinity } = heeded(world, query)
  const start = limitInSeconds(world, startTimestamp)
  const end = limitInSeconds(world, endTimestamp)
  const found = listed(world, world.creditChecks.list())
    .filter(({ createdAt }) => createdAt >= start)
    .filter(({ createdAt }) => createdAt <= end)
  return found.length > 0
    ? done(operation, found.map(creditCheckRecord), true)
    : notFound(operation.emptyList.messageKey)
}

export const creditCheckDetails: Handler<"credit-checks.details"> = (call) => {
  const check = call.world.creditChecks.get(call.params.uuid)
  return check ? done(call.operation, creditCheckRecord(check), true) : noSuchRecord(call.operation)
}

/** A company's name as the sandbox makes one up. */
export function companyName(organizationId: string): string {
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
