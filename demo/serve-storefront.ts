import path from "node:path"
import { serveParent } from "./children/serve-parent"

let close: (() => Promise<void>) | undefined

/** Builds the storefront and serves it. */
serveParent({
  start: async () => {
    const { build, preview } = await import("vite")
    const config = {
      configFile: false,
      root: path.join(__dirname, "storefront"),
      logLevel: "warn",
      esbuild: { jsx: "automatic" },
      build: { outDir: process.env.DEMO_STOREFRONT, emptyOutDir: true },
      preview: {
        host: "127.0.0.1",
        port: Number(process.env.PORT),
        strictPort: true,
      },
    } as const
    await build(config)
    const server = await preview(config)
    close = () => server.close()
    return null
  },
  stop: () => close?.(),
})
