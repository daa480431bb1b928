import { z } from "zod"

import { defineOperations } from "../operation"
import { maybeText, nothing, record } from "../schemas/answer-values"
import {
  callingCode,
  emailAddress,
  identifier,
  language,
  msisdn,
  text,
} from "../schemas/request-values"
import { payloadInvalid, serverFailure, specification, unauthorized } from "./facts"

/** Users and the connect token, by operation id. */
export const accountOperations = defineOperations({
  // Published as GET although it creates: never repeated. The operator's portal has an operation of this name as POST,
  // whose fields stand here; without them nothing says who the user is.
  "users.create": {
    title: "Create user",
    method: "GET",
    path: "/api/v1/connect/users/create/{userRoleSlug}",
    params: () => z.strictObject({ userRoleSlug: z.enum(["user", "business-admin"]) }),
    body: () =>
      z
        .strictObject({
          name: text,
          email: emailAddress,
          countryCode: callingCode,
          msisdn,
          organizationUuid: identifier.nullable().optional(),
          designation: z.string().optional(),
          sendEmail: z.boolean().optional(),
          preferredLanguage: language.optional(),
        })
        .optional(),
    data: () =>
      record({ uuid: maybeText }, { uuid: "userUuid" }).catch({
        uuid: undefined,
      }),
    success: { status: 201, messageKey: "userCreatedSuccessfully", isData: true },
    refusals: [
      { status: 400, messageKey: "userAlreadyExistsWithSameEmail" },
      { status: 404, messageKey: "userRoleNotFound" },
      { status: 404, messageKey: "organizationNotFound" },
      payloadInvalid,
      serverFailure,
    ],
    safety: "once",
    permission: "users",
    inverse: { none: "The interface has no operation that removes a user." },
    provenance: "specification",
    assumed: ["body", "data", "success"],
    sources: [specification.known, "https://github.com/CsAlkemy/FPGO-NO"],
    alternatives: [{ method: "POST", source: "https://github.com/CsAlkemy/FPGO-NO" }],
    example: () => ({
      request: {
        params: { userRoleSlug: "user" },
        body: {
          name: "Ola Nordmann",
          email: "ola@example.com",
          countryCode: "+47",
          msisdn: "42000000",
        },
      },
      answer: null,
      reads: {},
    }),
  },

  "token.verify": {
    title: "Verify connect token",
    method: "GET",
    path: "/api/v1/connect/token/verify",
    data: nothing,
    success: { status: 200, messageKey: "tokenVerifiedSuccessfully", isData: false },
    refusals: [unauthorized],
    safety: "read",
    budgetMs: 10_000,
    provenance: "specification",
    assumed: ["data", "success"],
    sources: [specification.known],
    example: () => ({ request: {}, answer: null }),
  },
})
