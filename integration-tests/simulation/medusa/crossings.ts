import type { Kernel } from "../kernel"

/** How acts read and write what Medusa holds: each is a crossing at which a process may end. */
export class Crossings {
  constructor(private readonly kernel: Kernel) {}

  read<Result>(label: string, work: () => Result): Promise<Result> {
    return this.kernel.cross("medusa", `reads ${label}`, work)
  }

  write<Result>(label: string, work: () => Result): Promise<Result> {
    // The name of the process is read where the act waits, and used where it goes on.
    const act = this.kernel.actHere
    return this.kernel.cross("medusa", label, () => (act ? this.kernel.as(act, work) : work()))
  }
}
