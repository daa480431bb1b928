import { z } from "zod"

import { defineOperation } from "../operation"
import { maybeText, record } from "../schemas/answer-values"
import {
  callingCode,
  emailAddress,
  identifier,
  language,
  msisdn,
  text,
} from "../schemas/request-values"
import { payloadInvalid, serverFailure, specification } from "./published"

// Published as GET although it creates: never repeated. The operator's portal has an operation of this name as POST,
// whose fields stand here; without them nothing says who the user is.
export const createUser = defineOperation({
  id: "users.create",
  area: "users",
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
  success: { status: 201, messageKey: "userCreatedSuccessfully" },
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
})

/** User management, by operation id. */
export const userOperations = { "users.create": createUser } as const
