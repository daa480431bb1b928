import { z } from "zod"

import { nothingUndoes } from "../inverse"
import { lazily } from "../lazily"
import { byId, defineOperation } from "../operation"
import { listOf, maybeNumber, maybeText, record, requiredText } from "../schemas/answer-values"
import { sessionCallback } from "../schemas/order-body"
import { norwegianOrganizationNumber, webAddress } from "../schemas/request-values"
import { docs, payloadInvalid, serverFailure } from "./published"

const companyParams = lazily(() => z.strictObject({ company_id: norwegianOrganizationNumber }))

export const checkCompany = defineOperation({
  id: "companies.check",
  area: "companies",
  title: "Company check request",
  method: "POST",
  path: "/api/v1/connect/company/check",
  body: () =>
    z.strictObject({
      companyId: z.union(
        [z.int().min(100_000_000).max(999_999_999), norwegianOrganizationNumber],
        "must be an organization number of 9 digits"
      ),
      callback: sessionCallback().extend({ callbackUrl: webAddress }),
    }),
  data: () => record({ url: requiredText, companyCheckUuid: requiredText }),
  success: {
    status: 201,
    messageKey: "Company Check Request is Created Successfully",
  },
  refusals: [payloadInvalid, serverFailure],
  safety: "once",
  creates: { kind: "company-check", uuid: "companyCheckUuid", reportsBack: true },
  inverse: nothingUndoes.recorded,
  provenance: "documentation",
  sources: [`${docs}/page/company-check-request`],
})

export const getCompanyInformation = defineOperation({
  id: "companies.information",
  area: "companies",
  title: "Company information check",
  method: "GET",
  path: "/api/v1/connect/company/details/{company_id}",
  params: companyParams,
  data: () =>
    listOf(
      record({
        companyCheckUuid: maybeText,
        companyId: maybeText,
        companyType: maybeText,
        companyName: maybeText,
        score: maybeText,
        riskLevel: maybeText,
        scoreMessage: maybeText,
        defaultProbability: maybeText,
        personalNumber: maybeText,
        contactPersonName: maybeText,
        contactPersonEmail: maybeText,
        createdAt: maybeNumber,
      })
    ),
  success: { status: 200, messageKey: "companyRecordRetriveSuccessfully" },
  refusals: [serverFailure],
  safety: "read",
  provenance: "documentation",
  sources: [`${docs}/page/company-information-check`],
})

export const getInvoiceFee = defineOperation({
  id: "companies.invoice-fee",
  area: "companies",
  title: "Check invoice fee",
  method: "GET",
  path: "/api/v1/connect/company/invoice-fee/{company_id}",
  params: companyParams,
  data: () =>
    record({
      companyUuid: maybeText,
      companyId: maybeText,
      companyType: maybeText,
      companyName: maybeText,
      B2BInvoiceFee: maybeNumber,
      B2BVatRate: maybeNumber,
      B2CInvoiceFee: maybeNumber,
      B2CVatRate: maybeNumber,
    }),
  success: { status: 200, messageKey: "companyInvoiceFeeRetriveSuccessfully" },
  refusals: [serverFailure],
  safety: "read",
  provenance: "documentation",
  sources: [`${docs}/page/check-invoice-fee`],
})

/** Company check, by operation id. */
export const companyOperations = byId(checkCompany, getCompanyInformation, getInvoiceFee)
