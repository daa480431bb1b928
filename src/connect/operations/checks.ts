import { z } from "zod"

import { lazily } from "../lazily"
import { defineOperations, LONGEST_LIST } from "../operation"
import {
  listedRecord,
  listOf,
  maybeDigits,
  maybeNumber,
  maybeText,
  nothing,
  record,
  requiredText,
} from "../schemas/answer-values"
import { sessionCallback } from "../schemas/order"
import {
  callingCode,
  identifier,
  msisdn,
  norwegianOrganizationNumber,
  personalNumber,
  unixTime,
  webAddress,
} from "../schemas/request-values"
import {
  exampleCallback,
  exampleCompanyId,
  exampleCreditCheck,
  exampleCreditCheckRead,
  exampleIds,
  examplePersonalNumber,
  exampleRedirects,
} from "./examples"
import {
  clientLibrary,
  dependencyFailure,
  docs,
  nothingUndoes,
  payloadInvalid,
  serverFailure,
  specification,
  unauthorized,
} from "./facts"

// The result is not in the answer: it is read from the list.
const requestsCreditCheck = {
  data: nothing,
  success: { status: 200, messageKey: "creditCheckRequestedSuccessful", isData: false },
  refusals: [
    unauthorized,
    payloadInvalid,
    dependencyFailure,
    serverFailure,
    { status: 510, messageKey: "personCurrentStatusIsWrong" },
  ],
  safety: "once",
  permission: "personal-data",
  inverse: nothingUndoes.recorded,
  provenance: "specification",
} as const

/** One credit check; the personal number comes masked in its middle. */
const creditCheck = lazily(() =>
  record({
    uuid: maybeText,
    date: maybeText,
    name: maybeText,
    type: maybeText,
    companyType: maybeText,
    organizationId: maybeDigits,
    personalNumber: maybeText,
    countryCode: maybeText,
    msisdn: maybeText,
    defaultProbability: maybeText,
    score: maybeNumber,
    scoreMessage: maybeText,
    riskLevel: maybeText,
  }).meta({ title: "CreditCheck" })
)

const companyParams = lazily(() => z.strictObject({ company_id: norwegianOrganizationNumber }))

/** Credit and company checks, by operation id. */
export const checkOperations = defineOperations({
  // The double slash is part of the path as published; the client library has a single one.
  "credit-checks.private": {
    title: "Credit check, private customer",
    method: "POST",
    path: "/api/v1/connect//credit/check/private",
    body: () =>
      z.strictObject({
        personalId: personalNumber,
        countryCode: callingCode.optional(),
        msisdn: msisdn.optional(),
      }),
    ...requestsCreditCheck,
    sources: [`${docs}/page/credit-check-for-private-customer`],
    alternatives: [
      {
        path: "/api/v1/connect/credit/check/private",
        source: clientLibrary,
      },
    ],
    example: () => ({ request: { body: { personalId: examplePersonalNumber } }, answer: null }),
  },

  "credit-checks.corporate": {
    title: "Credit check, corporate customer",
    method: "POST",
    path: "/api/v1/connect//credit/check/corporate",
    body: () => z.strictObject({ organizationId: norwegianOrganizationNumber }),
    ...requestsCreditCheck,
    assumed: ["success"],
    sources: [`${docs}/chapter/credit-check/export/html`],
    alternatives: [
      {
        path: "/api/v1/connect/credit/check/corporate",
        source: clientLibrary,
      },
    ],
    example: () => ({ request: { body: { organizationId: exampleCompanyId } }, answer: null }),
  },

  // The specification has a single slash and the two times; stored pages print a double slash and no query.
  "credit-checks.list": {
    title: "Get credit check list",
    method: "GET",
    path: "/api/v1/connect/credit/check/list",
    query: () =>
      z
        .strictObject({
          startTimestamp: unixTime.optional(),
          endTimestamp: unixTime.optional(),
        })
        .refine(
          ({ startTimestamp = 0, endTimestamp = Infinity }) => startTimestamp <= endTimestamp,
          {
            path: ["endTimestamp"],
            message: "must not be before startTimestamp",
          }
        ),
    data: () => listOf(creditCheck()),
    success: {
      status: 200,
      messageKey: "creditCheckHistoryRetrievedSuccessfully",
      isData: true,
    },
    refusals: [serverFailure],
    emptyList: { status: 404, messageKey: "creditCheckHistoryNotFound" },
    safety: "read",
    permission: "personal-data",
    maxAnswerBytes: LONGEST_LIST,
    provenance: "specification",
    sources: [`${docs}/page/get-credit-check-list`],
    alternatives: [
      {
        path: "/api/v1/connect//credit/check/list",
        source: `${docs}/page/get-credit-check-list`,
      },
    ],
    example: () => ({
      given: "credit check",
      request: { query: { startTimestamp: 1, endTimestamp: 4102444799 } },
      answer: [exampleCreditCheck],
      reads: [exampleCreditCheckRead],
    }),
  },

  "credit-checks.details": {
    title: "Get credit check by UUID",
    method: "GET",
    path: "/api/v1/connect/credit/check/details/{uuid}",
    params: () => z.strictObject({ uuid: identifier }),
    data: creditCheck,
    success: {
      status: 200,
      messageKey: "creditCheckHistoryRetrievedSuccessfully",
      isData: true,
    },
    refusals: [{ status: 404, messageKey: "creditCheckHistoryNotFound" }, serverFailure],
    safety: "read",
    permission: "personal-data",
    provenance: "assumed",
    sources: [specification.byName],
    example: () => ({
      given: "credit check",
      request: { params: { uuid: exampleIds.creditCheck } },
      answer: exampleCreditCheck,
      reads: exampleCreditCheckRead,
    }),
  },

  "companies.check": {
    title: "Company check request",
    method: "POST",
    path: "/api/v1/connect/company/check",
    body: () =>
      z.strictObject({
        companyId: z.union(
          [z.int().min(100_000_000).max(999_999_999), norwegianOrganizationNumber],
          "must be an organization number of 9 digits"
        ),
        callback: sessionCallback().extend({
          callbackUrl: webAddress.describe("Address that receives the result by HTTP GET."),
        }),
      }),
    data: () => record({ url: requiredText, companyCheckUuid: requiredText }),
    success: {
      status: 201,
      messageKey: "Company Check Request is Created Successfully",
      isData: false,
    },
    refusals: [payloadInvalid, serverFailure],
    safety: "once",
    creates: { kind: "company-check", uuid: "companyCheckUuid", reportsBack: true },
    inverse: nothingUndoes.recorded,
    provenance: "documentation",
    sources: [`${docs}/page/company-check-request`],
    example: () => ({
      request: {
        body: {
          companyId: exampleCompanyId,
          callback: { ...exampleCallback, ...exampleRedirects },
        },
      },
      answer: { url: "https://bank.example", companyCheckUuid: "COMCHK1" },
    }),
  },

  "companies.information": {
    title: "Company information check",
    method: "GET",
    path: "/api/v1/connect/company/details/{company_id}",
    params: companyParams,
    data: () =>
      listOf(
        record({
          companyCheckUuid: maybeText,
          companyId: maybeDigits,
          companyType: maybeText,
          companyName: maybeText,
          score: maybeDigits,
          riskLevel: maybeText,
          scoreMessage: maybeText,
          defaultProbability: maybeText,
          personalNumber: maybeText,
          contactPersonName: maybeText,
          contactPersonEmail: maybeText,
          createdAt: maybeNumber,
        }).meta({ title: "CompanyCheck" })
      ),
    success: { status: 200, messageKey: "companyRecordRetriveSuccessfully", isData: true },
    refusals: [serverFailure],
    safety: "read",
    provenance: "documentation",
    sources: [`${docs}/page/company-information-check`],
    example: () => ({
      given: "company check",
      request: { params: { company_id: exampleCompanyId } },
      answer: [{ companyId: Number(exampleCompanyId), score: 856, createdAt: "1755764131" }],
      reads: [{ companyId: exampleCompanyId, score: "856", createdAt: 1755764131 }],
    }),
  },

  "companies.invoice-fee": {
    title: "Check invoice fee",
    method: "GET",
    path: "/api/v1/connect/company/invoice-fee/{company_id}",
    params: companyParams,
    data: () =>
      listedRecord({
        companyUuid: maybeText,
        companyId: maybeDigits,
        companyType: maybeText,
        companyName: maybeText,
        B2BInvoiceFee: maybeNumber,
        B2BVatRate: maybeNumber,
        B2CInvoiceFee: maybeNumber,
        B2CVatRate: maybeNumber,
      }),
    success: { status: 200, messageKey: "companyInvoiceFeeRetriveSuccessfully", isData: true },
    refusals: [serverFailure],
    safety: "read",
    provenance: "documentation",
    sources: [`${docs}/page/check-invoice-fee`],
    example: () => ({
      request: { params: { company_id: exampleCompanyId } },
      answer: [{ companyId: exampleCompanyId, B2CInvoiceFee: 49, B2CVatRate: "25" }],
      reads: { companyId: exampleCompanyId, B2CInvoiceFee: 49, B2CVatRate: 25 },
    }),
  },
})
