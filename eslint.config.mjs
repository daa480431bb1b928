import medusa from "@medusajs/eslint-plugin"
import typescript from "@typescript-eslint/eslint-plugin"
import parser from "@typescript-eslint/parser"
import { createNodeResolver, importX } from "eslint-plugin-import-x"

import { importZones } from "./scripts/import-zones.mjs"

const sources = ["src/**/*.{ts,tsx}"]
const tests = ["**/__tests__/**", "integration-tests/**"]
const tooling = ["scripts/**", "demo/**", "bench/**", "examples/**", "*.config.*", "*.js"]

/** Rooms that know nothing of Medusa, and so import nothing of it. */
const outsideMedusa = ["src/connect/**", "src/sandbox/**"]

/** Own their zod schemas, whatever version Medusa ships. */
const ownSchemas = [
  ...outsideMedusa,
  "src/mapping/**",
  "src/storefront/**",
  "src/options.ts",
  "src/describe-options.ts",
]

/** Throw where no HTTP request waits for an answer that MedusaError could shape. */
const ownErrors = [...ownSchemas, "src/with-e-invoice.ts"]

// The preset leaves tests out of linting altogether. Ours are linted too; only
// Medusa's own rules, written for application code, stay away from them.
const medusaRecommended = medusa.configs.recommended.filter(
  (block) => !(block.ignores && Object.keys(block).length === 1)
)

export default [
  {
    ignores: [
      "**/node_modules/**",
      ".medusa/**",
      ".demo/**",
      ".bench/**",
      "coverage/**",
      "test-output/**",
      // Compiled beside what is generated for it, by its specification alone.
      "src/sandbox/__tests__/generated-client/**",
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: "error" } },

  ...medusaRecommended.map((block) =>
    block.rules ? { ...block, ignores: [...(block.ignores ?? []), ...tests, ...tooling] } : block
  ),
  {
    files: ownSchemas,
    rules: { "@medusajs/zod-import-source": "off" },
  },
  {
    files: ownErrors,
    rules: { "@medusajs/use-medusa-error-not-generic-error": "off" },
  },

  ...typescript.configs["flat/recommended"],
  {
    files: ["**/*.{ts,tsx}"],
    languageOptions: {
      parser,
      parserOptions: {
        project: [
          "./tsconfig.tests.json",
          "./src/admin/tsconfig.json",
          "./demo/storefront/tsconfig.json",
          "./integration-tests/starter/tsconfig.json",
        ],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/consistent-type-imports": [
        "error",
        { fixStyle: "inline-type-imports", disallowTypeAnnotations: false },
      ],
      "@typescript-eslint/no-unused-vars": [
        "error",
        {
          argsIgnorePattern: "^_",
          destructuredArrayIgnorePattern: "^_",
          ignoreRestSiblings: true,
        },
      ],
      "@typescript-eslint/await-thenable": "error",
      "@typescript-eslint/no-floating-promises": "error",
      "@typescript-eslint/no-misused-promises": [
        "error",
        { checksVoidReturn: { attributes: false } },
      ],
      "@typescript-eslint/only-throw-error": "error",
      "@typescript-eslint/switch-exhaustiveness-check": [
        "error",
        { considerDefaultExhaustiveForUnions: true },
      ],
      eqeqeq: ["error", "always", { null: "ignore" }],
    },
  },

  {
    files: sources,
    plugins: { "import-x": importX },
    settings: {
      "import-x/resolver-next": [
        createNodeResolver({ extensions: [".ts", ".tsx", ".js", ".json"] }),
      ],
      "import-x/parsers": { "@typescript-eslint/parser": [".ts", ".tsx"] },
    },
    rules: {
      "import-x/no-restricted-paths": [
        "error",
        { basePath: import.meta.dirname, zones: importZones() },
      ],
      "no-console": "error",
    },
  },
  {
    files: ["src/**/__tests__/**"],
    rules: {
      "import-x/no-restricted-paths": [
        "error",
        { basePath: import.meta.dirname, zones: importZones(["sandbox", "connect"]) },
      ],
    },
  },
  {
    files: sources,
    ignores: tests,
    rules: {
      // A package that is only a devDependency is missing in the merchant's store.
      "import-x/no-extraneous-dependencies": ["error", { devDependencies: false }],
    },
  },
  {
    // The package's build bundles it: scripts/release/finish-build.ts.
    files: ["src/sandbox/http/hono.ts"],
    rules: { "import-x/no-extraneous-dependencies": "off" },
  },
  {
    files: outsideMedusa,
    ignores: tests,
    rules: {
      "no-restricted-imports": [
        "error",
        {
          patterns: [
            {
              group: ["@medusajs/*"],
              message: "connect and sandbox work without Medusa.",
            },
          ],
        },
      ],
    },
  },
  {
    files: ["src/mapping/**"],
    ignores: tests,
    rules: {
      "no-restricted-imports": [
        "error",
        {
          patterns: [
            {
              regex: "^@medusajs/(?!framework/(utils|types)$)",
              message: "mapping uses Medusa's number types and nothing else.",
            },
          ],
        },
      ],
    },
  },
  {
    files: ["src/admin/**"],
    ignores: tests,
    rules: {
      "@typescript-eslint/no-restricted-imports": [
        "error",
        {
          patterns: [
            {
              regex: "/api/",
              allowTypeImports: true,
              message: "Admin runs in the browser: it imports types of the server, nothing else.",
            },
          ],
        },
      ],
    },
  },
  {
    files: ["src/sandbox/command.ts"],
    rules: { "no-console": "off" },
  },

  {
    files: tests,
    rules: {
      "no-restricted-properties": [
        "error",
        ...["describe", "it", "test"].flatMap((object) =>
          ["only", "skip", "todo", "failing"].map((property) => ({
            object,
            property,
            message: "Every test runs, and none hides another.",
          }))
        ),
      ],
      "no-restricted-globals": ["error", "fdescribe", "fit", "xdescribe", "xit", "xtest"],
    },
  },
  {
    files: ["**/*.{js,cjs}"],
    languageOptions: { sourceType: "commonjs" },
    rules: { "@typescript-eslint/no-require-imports": "off" },
  },
]
