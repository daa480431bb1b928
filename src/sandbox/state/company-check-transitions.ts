import type { CompanyCheck } from "./checks"
import { SandboxStateError, type World } from "./world"

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
