import { messageOf } from "../message-of"

describe("messageOf", () => {
  it.each([
    [new Error("refused"), "refused"],
    [{ message: "passed on as data" }, "passed on as data"],
    [{ message: "" }, "unknown error"],
    [{ message: 5 }, "unknown error"],
    ["a text", "unknown error"],
    [null, "unknown error"],
    [undefined, "unknown error"],
  ])("of %p is %p", (error, message) => {
    expect(messageOf(error)).toBe(message)
  })
})
