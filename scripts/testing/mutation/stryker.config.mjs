const room = process.env.MUTATED_ROOM
const output = `test-output/mutation/${room}`

/** @type {import("@stryker-mutator/api/core").PartialStrykerOptions} */
export default {
  testRunner: "jest",
  plugins: ["@stryker-mutator/jest-runner", import.meta.resolve("./sentences.mjs")],
  ignorers: ["sentences"],
  // Runs `room.spec.ts` alone: one file that holds every specification of the room.
  jest: { configFile: "jest.config.js", enableFindRelatedTests: false },
  coverageAnalysis: "perTest",
  // What runs at load, as most of the catalogue does, is covered by every test: each such change would run them all.
  ignoreStatic: true,
  concurrency: 2,
  // A busy machine makes tests slower; a change that loops is stopped by what it repeats, long before.
  timeoutMS: 120_000,
  tempDirName: `${output}/work`,
  ignorePatterns: ["/.medusa", "/.demo", "/.bench", "/test-output", "/docs/images", "*.tgz"],
  reporters: ["progress-append-only", "clear-text", "html", "json"],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  htmlReporter: { fileName: `${output}/report.html` },
  jsonReporter: { fileName: `${output}/report.json` },
}
