/**
 * Gathers requests of one kind and answers them in rounds: while one round of a key is under way, whoever asks waits for
 * the next, and there is only one next, however many wait for it. Rounds of different keys know nothing of each other.
 */
export class Rounds<Request, Answer> {
  readonly #gathering = new Map<string, { requests: Request[]; answer: Promise<Answer> }>()
  readonly #underWay = new Map<string, Promise<unknown>>()

  /** @param hold answers all requests of a round; none is added once it was called */
  constructor(
    private readonly hold: (key: string, requests: readonly Request[]) => Promise<Answer>
  ) {}

  /** Takes part in the next round of a key. @returns what that round comes to */
  join(key: string, request: Request): Promise<Answer> {
    const next = this.#gathering.get(key)
    if (next) {
      next.requests.push(request)
      return next.answer
    }
    const requests = [request]
    const answer = this.#next(key, requests)
    this.#gathering.set(key, { requests, answer })
    return answer
  }

  async #next(key: string, requests: Request[]): Promise<Answer> {
    await this.#underWay.get(key)
    this.#gathering.delete(key)
    const answer = this.hold(key, requests)
    const ended = answer.then(nothing, nothing)
    this.#underWay.set(key, ended)
    void ended.then(() => {
      if (this.#underWay.get(key) === ended) {
        this.#underWay.delete(key)
      }
    })
    return answer
  }
}

const nothing = () => undefined
