/** Lets at most so many into something at a time, in this process; the others wait in line. */
export class Turnstile {
  private inside = 0
  private readonly line: (() => void)[] = []

  constructor(private readonly most: number) {}

  async through<Result>(work: () => Promise<Result>): Promise<Result> {
    await this.enter()
    try {
      return await work()
    } finally {
      this.leave()
    }
  }

  private async enter(): Promise<void> {
    if (this.inside < this.most) {
      this.inside += 1
      return
    }
    await new Promise<void>((admit) => this.line.push(admit))
  }

  /** Whoever is next takes over the place, so that nobody comes in between. */
  private leave(): void {
    const admit = this.line.shift()
    if (admit) {
      admit()
    } else {
      this.inside -= 1
    }
  }
}
