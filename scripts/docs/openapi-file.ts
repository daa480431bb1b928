import { openApiDocument } from "../../src/sandbox/openapi/openapi-document"

/** `docs/openapi.json`: the interface on the wire. */
export const openApiFile = (): string =>
  JSON.stringify(
    openApiDocument({
      url: "{base_url}",
      description: "The operator's demo or production environment, or a sandbox.",
      variables: { base_url: { default: "http://127.0.0.1:9100" } },
    })
  )
