import { RateLimit } from "../transport"

const now = Date.parse("2025-08-21T08:00:00Z")

describe("RateLimit", () => {
  const headers = (remaining: string) => ({
    "x-ratelimit-limit": "240",
    "x-ratelimit-remaining": remaining,
  })

  it("is low below a fifth of the limit, for a minute", () => {
    const limit = new RateLimit()
    limit.observe(200, headers("47"), now)

    expect(limit.state(now)).toEqual({
      limit: 240,
      remaining: 47,
      observedAt: now,
      low: true,
      limited: 0,
    })
    expect(limit.state(now + 59_999).low).toBe(true)
    expect(limit.state(now + 60_000).low).toBe(false)
    limit.observe(200, headers("48"), now)
    expect(limit.state(now).low).toBe(false)
  })

  it("is low after a 429, and keeps what it knew when headers are missing or odd", () => {
    const limit = new RateLimit()
    limit.observe(200, {}, now)
    expect(limit.state(now)).toEqual({ low: false, limited: 0 })

    limit.observe(429, { "x-ratelimit-remaining": "5" }, now)
    expect(limit.state(now)).toStrictEqual({
      remaining: 0,
      observedAt: now,
      low: true,
      limited: 1,
    })

    limit.observe(200, headers("many"), now)
    expect(limit.state(now)).toMatchObject({ remaining: 0 })
  })

  it.each(["many", "1x", "x1", "-1", "1234567890", ""])("does not read %j", (remaining) => {
    const limit = new RateLimit()
    limit.observe(200, headers(remaining), now)

    expect(limit.state(now)).toStrictEqual({ low: false, limited: 0 })
  })

  it("is low for a minute at most, also where the clock is set back", () => {
    const limit = new RateLimit()
    limit.observe(429, {}, now)

    expect(limit.state(now + 59_999).low).toBe(true)
    expect(limit.state(now + 60_000).low).toBe(false)
    expect(limit.state(now - 3_600_000).low).toBe(false)
  })

  it("keeps the limit while only what remains is said, and without one is low at none", () => {
    const limit = new RateLimit()
    limit.observe(200, { "x-ratelimit-remaining": "1" }, now)
    expect(limit.state(now)).toMatchObject({ remaining: 1, low: false })

    limit.observe(200, headers("100"), now)
    limit.observe(200, { "x-ratelimit-remaining": "40" }, now)
    expect(limit.state(now)).toMatchObject({ limit: 240, remaining: 40, low: true })
  })
})
