import { declareClassPlugin, PluginKind } from "@stryker-mutator/api/plugin"

/** Leaves sentences for people as they are: specifications hold codes and facts, no wording. */
class Sentences {
  shouldIgnore({ node }) {
    const text =
      node.type === "StringLiteral"
        ? node.value
        : node.type === "TemplateLiteral"
          ? node.quasis.map(({ value }) => value.raw).join("…")
          : ""
    return /\S \S+ \S/.test(text) ? "a sentence for people" : undefined
  }
}

export const strykerPlugins = [declareClassPlugin(PluginKind.Ignore, "sentences", Sentences)]
