import { defineOperation } from "../operation"
import { nothing } from "../schemas/answer-values"
import { specification, unauthorized } from "./published"

export const verifyToken = defineOperation({
  id: "token.verify",
  area: "token",
  title: "Verify connect token",
  method: "GET",
  path: "/api/v1/connect/token/verify",
  data: nothing,
  success: { status: 200, messageKey: "tokenVerifiedSuccessfully" },
  refusals: [unauthorized],
  safety: "read",
  budgetMs: 10_000,
  provenance: "specification",
  assumed: ["data", "success"],
  sources: [specification.known],
})

/** Connect token, by operation id. */
export const tokenOperations = { "token.verify": verifyToken } as const
