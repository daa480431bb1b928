/** The record's state does not allow what was asked of the sandbox; the message is a sentence. */
export class SandboxStateError extends Error {
  constructor(message: string) {
    super(message)
    this.name = "SandboxStateError"
  }
}

/** No record has the identifier. */
export class UnknownRecordError extends Error {
  constructor(kind: string, uuid: string) {
    super(`The sandbox has no ${kind} "${uuid.slice(0, 64)}".`)
    this.name = "UnknownRecordError"
  }
}
