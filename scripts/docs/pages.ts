import { openApiDocument } from "../../src/sandbox/openapi/openapi-document"
import { adminApiPage } from "./admin-api-page"
import { benchFigures, capacityFigures, withFigures } from "./bench-figures"
import { eventsPage } from "./events-page"
import { operationsPage } from "./operations-page"
import { optionsPage } from "./options-page"
import { sandboxPage } from "./sandbox-page"

/** The pages and files of docs/ that are made from code, by file name. */
export const pages: Readonly<Record<string, () => string>> = {
  "admin-api.md": adminApiPage,
  "events.md": eventsPage,
  "operations.md": operationsPage,
  "openapi.json": openApiFile,
  "options.md": optionsPage,
  "performance.md": () => withFigures("performance.md", benchFigures),
  "production.md": () => withFigures("production.md", capacityFigures),
  "sandbox-reference.md": sandboxPage,
}

/** `docs/openapi.json`: the interface on the wire. */
function openApiFile(): string {
  return JSON.stringify(
    openApiDocument({
      url: "{base_url}",
      description: "The operator's demo or production environment, or a sandbox.",
      variables: { base_url: { default: "http://127.0.0.1:9100" } },
    })
  )
}
