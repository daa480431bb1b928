import type EInvoiceModuleService from "../../modules/e-invoice/service"

/** Why an operation is in doubt whose sender died with the answer. */
const failure = {
  kind: "sender-lost",
  message: "The server stopped while the request was on its way.",
  advice: "Look at the service whether it took effect, and record what you found.",
}

/** @returns whether the operation's sender has been gone for so long that nobody knows what became of it */
export const senderIsLost = (
  { clock, operations }: Pick<EInvoiceModuleService, "clock" | "operations">,
  id: string,
  now = clock.now()
): Promise<boolean> => operations.giveUpOnSender(id, { ...failure, at: now.toISOString() }, now)
