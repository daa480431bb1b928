/** Something that kept the demo from working, in words for the person who runs it. */
export class DemoError extends Error {
  /** Where more is written about it. */
  readonly logFile: string | undefined

  constructor(message: string, options: { logFile?: string } = {}) {
    super(message)
    this.name = "DemoError"
    this.logFile = options.logFile
  }
}
