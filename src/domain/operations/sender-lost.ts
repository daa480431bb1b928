import type { KnownAttempt } from "../../modules/e-invoice/intent"
import type EInvoiceModuleService from "../../modules/e-invoice/service"

/** Why an operation is in doubt whose sender died with the answer. */
const failure = {
  kind: "sender-lost",
  message: "The server stopped while the request was on its way.",
  advice: "Check at the service whether it took effect, and record what you found.",
}

/** @returns whether the attempt's sender has been gone for so long that its outcome is unknown */
export const senderIsLost = (
  { clock, operations }: Pick<EInvoiceModuleService, "clock" | "operations">,
  known: KnownAttempt
): Promise<boolean> => operations.senderLost(known, { ...failure, at: clock.now().toISOString() })
