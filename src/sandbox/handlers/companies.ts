import { assessCompany } from "../assessments"
import { payPage } from "./checkout"
import { companyName } from "./credit-checks"
import type { Handler } from "./handler"
import { done } from "./replies"

export const checkCompany: Handler<"companies.check"> = (call) => {
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
  return done(operation, { url: payPage(origin, check), companyCheckUuid: check.uuid }, false)
}

// Only what was verified is history; a company without any has an empty one.
export const companyInformation: Handler<"companies.information"> = (call) => {
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
    })),
    true
  )
}

/** Fees in kroner without VAT, and VAT in percent: made up, the same for every company. */
const FEES = {
  B2BInvoiceFee: 59,
  B2BVatRate: "25",
  B2CInvoiceFee: 39,
  B2CVatRate: "25",
}

export const invoiceFee: Handler<"companies.invoice-fee"> = (call) => {
  const { operation, params } = call
  return done(
    operation,
    {
      companyUuid: `ORG0${params.company_id}`,
      companyId: params.company_id,
      companyType: "AS",
      companyName: companyName(params.company_id),
      ...FEES,
    },
    true
  )
}
