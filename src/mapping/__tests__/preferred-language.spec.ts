import { preferredLanguageOf } from ".."
import { languages } from "../../connect"

describe("the preferred language", () => {
  it.each([
    ["en", "en"],
    ["no", "no"],
    ["nb", "no"],
    ["nn-NO", "no"],
    ["nb_NO", "no"],
    ["sv-SE", "sv"],
    ["DA", "da"],
    [" de-AT ", "de"],
  ])("of %p is %s", (tag, language) => {
    expect(preferredLanguageOf(tag)).toBe(language)
  })

  it.each(languages)("of %p, a language of the service, is itself", (language) => {
    expect(preferredLanguageOf(language)).toBe(language)
  })

  it.each(["fr", "constructor", "norsk", "", null, undefined])(
    "of %p is none of the service's",
    (tag) => {
      expect(preferredLanguageOf(tag)).toBeUndefined()
    }
  )
})
