import { createReadStream } from "node:fs"
import path from "node:path"
import type { InlineConfig } from "vite"
import { serveParent } from "./children/serve-parent"

const REPOSITORY = path.resolve(__dirname, "..")
const folder = process.env.DEMO_STOREFRONT ?? ""
const served = { host: "127.0.0.1", port: Number(process.env.PORT), strictPort: true }

const config = {
  configFile: false,
  root: path.join(__dirname, "storefront"),
  logLevel: "warn",
  esbuild: { jsx: "automatic" },
} satisfies InlineConfig

let close: (() => Promise<void>) | undefined

serveParent({
  start: async () => {
    const server = await (process.env.NODE_ENV === "development" ? serveSources() : serveBuild())
    close = () => server.close()
    return null
  },
  stop: () => close?.(),
})

async function serveBuild() {
  const { build, preview } = await import("vite")
  const built = { ...config, build: { outDir: folder, emptyOutDir: true }, preview: served }
  await build(built)
  return preview(built)
}

async function serveSources() {
  const { createServer } = await import("vite")
  const server = await createServer({
    ...config,
    // Admin's server keeps its own in the folder that Vite takes for both.
    cacheDir: path.join(folder, "vite"),
    server: { ...served, fs: { allow: [REPOSITORY] } },
    plugins: [
      {
        name: "settings-of-the-store",
        configureServer: ({ middlewares }) => {
          middlewares.use("/settings.json", (_request, response) => {
            response.setHeader("Content-Type", "application/json")
            createReadStream(path.join(folder, "settings.json"))
              .once("error", () => response.writeHead(404).end())
              .pipe(response)
          })
        },
      },
    ],
  })
  return server.listen()
}
