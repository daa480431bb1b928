import { Circuit } from "../breaker"

const REST_MS = 1_000

describe("a circuit", () => {
  let circuit: Circuit
  beforeEach(() => {
    jest.useFakeTimers()
    circuit = new Circuit(3, REST_MS)
  })
  afterEach(() => jest.useRealTimers())

  const fail = (times: number) => {
    for (let time = 0; time < times; time++) {
      circuit.enter()(true)
    }
  }

  it("lets calls through until so many in a row have failed", () => {
    fail(2)
    circuit.enter()(false)
    fail(2)
    expect(circuit.isPassable).toBe(true)

    fail(1)
    expect(circuit.isPassable).toBe(false)
  })

  it("counts how often it opened, and is open until a call succeeds", () => {
    fail(2)
    expect(circuit.state).toEqual({ isOpen: false, openings: 0 })
    fail(1)
    expect(circuit.state).toEqual({ isOpen: true, openings: 1 })

    jest.advanceTimersByTime(REST_MS)
    fail(1)
    expect(circuit.state).toEqual({ isOpen: true, openings: 2 })

    jest.advanceTimersByTime(REST_MS)
    circuit.enter()(false)
    expect(circuit.state).toEqual({ isOpen: false, openings: 2 })
  })

  it("lets one call probe after the rest, and the others when it succeeded", () => {
    fail(3)
    jest.advanceTimersByTime(REST_MS - 1)
    expect(circuit.isPassable).toBe(false)
    jest.advanceTimersByTime(1)

    const probed = circuit.enter()
    expect(circuit.isPassable).toBe(false)
    probed(false)

    expect(circuit.isPassable).toBe(true)
    fail(2)
    expect(circuit.isPassable).toBe(true)
  })

  it("rests anew when the probe failed", () => {
    fail(3)
    jest.advanceTimersByTime(REST_MS)

    circuit.enter()(true)

    expect(circuit.isPassable).toBe(false)
    jest.advanceTimersByTime(REST_MS)
    expect(circuit.isPassable).toBe(true)
  })

  it.each([true, false])(
    "neither ends nor lengthens a rest for a call from before it that failed: %p",
    (isFailure) => {
      const before = circuit.enter()
      fail(3)
      jest.advanceTimersByTime(REST_MS - 1)

      before(isFailure)

      expect(circuit.isPassable).toBe(false)
      jest.advanceTimersByTime(1)
      expect(circuit.isPassable).toBe(true)
    }
  )

  it("judges by the probe alone while that is under way", () => {
    const before = circuit.enter()
    fail(3)
    jest.advanceTimersByTime(REST_MS)
    const probed = circuit.enter()

    before(false)
    expect(circuit.isPassable).toBe(false)
    probed(true)

    expect(circuit.isPassable).toBe(false)
  })
})
