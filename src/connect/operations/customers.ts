import { z } from "zod"

import { lazily } from "../lazily"
import { defineOperations } from "../operation"
import {
  maybeDigits,
  maybeRecord,
  maybeText,
  nothing,
  record,
  requiredText,
} from "../schemas/answer-values"
import { address } from "../schemas/customer-body"
import { answeredAddress } from "../schemas/order"
import {
  callingCode,
  emailAddress,
  identifier,
  language,
  msisdn,
  organizationNumber,
  personalNumber,
  text,
} from "../schemas/request-values"
import { exampleCompanyId, exampleIds, exampleProfile } from "./examples"
import {
  byPuttingBackCompany,
  byPuttingBackPrivate,
  clientLibrary,
  customerNotFound,
  docs,
  payloadInvalid,
  serverFailure,
} from "./facts"

const customerParams = lazily(() => z.strictObject({ customer_uuid: identifier }))

const storedAddress = lazily(() => maybeRecord({ uuid: maybeText, ...answeredAddress() }))

const changes = lazily(() => ({
  name: text,
  email: emailAddress,
  countryCode: callingCode,
  msisdn,
  preferredLanguage: language,
  addresses: z.strictObject({
    billing: address(),
    shipping: address().nullable().optional(),
  }),
}))

const updatesCustomer = {
  method: "PUT",
  params: customerParams,
  data: nothing,
  success: { status: 202, messageKey: "customerUpdatedSuccessfully", isData: false },
  refusals: [customerNotFound, payloadInvalid, serverFailure],
  safety: "idempotent",
  permission: "personal-data",
  provenance: "specification",
  assumed: ["success"],
} as const

/** Customer management, by operation id. */
export const customerOperations = defineOperations({
  "customers.details": {
    title: "Get customer details",
    method: "GET",
    path: "/api/v1/connect/customers/details/{customer_uuid}",
    params: customerParams,
    data: () =>
      record(
        {
          uuid: requiredText,
          type: maybeText,
          name: maybeText,
          countryCode: maybeText,
          msisdn: maybeText,
          organizationId: maybeDigits,
          personalNumber: maybeText,
          email: maybeText,
          preferredLanguage: maybeText,
          status: maybeText,
          addresses: maybeRecord({
            billing: storedAddress(),
            shipping: storedAddress(),
          }),
        },
        { uuid: "customerUuid" }
      ),
    success: {
      status: 200,
      messageKey: "customerDetailsRetrievedSuccessfully",
      isData: true,
    },
    refusals: [customerNotFound, serverFailure],
    safety: "read",
    permission: "personal-data",
    provenance: "specification",
    sources: [`${docs}/page/get-customer-details-by-uuid`, clientLibrary],
    example: () => ({
      given: "customer private",
      request: { params: { customer_uuid: exampleIds.customer } },
      answer: {
        uuid: exampleIds.customer,
        type: "Private",
        personalNumber: "178190*****",
        addresses: { billing: { uuid: "ADRS1", city: "Oslo" }, shipping: null },
      },
      reads: {
        uuid: exampleIds.customer,
        personalNumber: "178190*****",
        addresses: { billing: { city: "Oslo" } },
      },
    }),
  },

  "customers.update-private": {
    title: "Update private customer",
    path: "/api/v1/connect/customers/update/private/{customer_uuid}",
    ...updatesCustomer,
    body: () =>
      z.strictObject({
        ...changes(),
        personalNumber: personalNumber.optional(),
      }),
    inverse: byPuttingBackPrivate,
    sources: [`${docs}/page/update-private-customer`, clientLibrary],
    example: () => ({
      given: "customer private",
      request: { params: { customer_uuid: exampleIds.customer }, body: exampleProfile },
      answer: null,
    }),
  },

  "customers.update-corporate": {
    title: "Update corporate customer",
    path: "/api/v1/connect/customers/update/corporate/{customer_uuid}",
    ...updatesCustomer,
    body: () =>
      z.strictObject({
        ...changes(),
        // Required in an older rule, optional in the newer table; letters and digits in the one, a number in the other.
        organizationId: z
          .union([z.int().positive(), organizationNumber], "must be an organization number")
          .optional(),
        additionalContact: z
          .array(
            z.strictObject({
              name: text,
              email: emailAddress,
              designation: z.string().optional(),
              countryCode: callingCode,
              msisdn,
              note: z.string().optional(),
            })
          )
          .nullable()
          .optional(),
      }),
    inverse: byPuttingBackCompany,
    sources: [`${docs}/page/update-corporate-customer`, clientLibrary],
    example: () => ({
      given: "customer corporate",
      request: {
        params: { customer_uuid: exampleIds.customer },
        body: { ...exampleProfile, organizationId: exampleCompanyId },
      },
      answer: null,
    }),
  },
})
