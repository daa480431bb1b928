import { whereaboutsOf, withPicturesOf } from "../repository"

describe("whereaboutsOf", () => {
  it("makes them of what the forge says of itself", () => {
    expect(
      whereaboutsOf({
        GITHUB_SERVER_URL: "https://forge.example",
        GITHUB_REPOSITORY: "somebody/plugin",
      })
    ).toEqual({
      repository: {
        type: "git",
        url: "git+https://forge.example/somebody/plugin.git",
      },
      homepage: "https://forge.example/somebody/plugin#readme",
      bugs: "https://forge.example/somebody/plugin/issues",
    })
  })

  it.each([
    {},
    { GITHUB_SERVER_URL: "https://forge.example" },
    { GITHUB_SERVER_URL: "https://forge.example", GITHUB_REPOSITORY: "" },
  ])("refuses to guess with %j", (env) => {
    expect(() => whereaboutsOf(env)).toThrow(
      "GITHUB_SERVER_URL and GITHUB_REPOSITORY are set by the release workflow"
    )
  })
})

describe("the pictures of a page in the package", () => {
  it("are found where the release has them", () => {
    const whereabouts = whereaboutsOf({
      GITHUB_SERVER_URL: "https://github.com",
      GITHUB_REPOSITORY: "someone/medusa-plugin-einvoice",
    })

    expect(
      withPicturesOf(whereabouts, "v1.2.0", "![Flags](images/flags.png) [text](status.md)")
    ).toBe(
      "![Flags](https://github.com/someone/medusa-plugin-einvoice/raw/v1.2.0/docs/images/flags.png) [text](status.md)"
    )
  })
})
