import { lazily } from "../lazily"

describe("lazily", () => {
  it("makes nothing before the first use", () => {
    const make = jest.fn()

    lazily(make)

    expect(make).not.toHaveBeenCalled()
  })

  it.each([{}, undefined, null, 0])("makes %p once", (value) => {
    const make = jest.fn(() => value)
    const made = lazily(make)

    expect([made(), made(), made()]).toEqual([value, value, value])
    expect(make).toHaveBeenCalledTimes(1)
  })

  it("tries again after a failure", () => {
    const make = jest
      .fn(() => "made")
      .mockImplementationOnce(() => {
        throw new Error("not yet")
      })
    const made = lazily(make)

    expect(made).toThrow("not yet")
    expect(made()).toBe("made")
  })
})
