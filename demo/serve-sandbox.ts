import { createSandbox } from "../src/sandbox"
import { serveParent } from "./children/serve-parent"

const sandbox = createSandbox({ token: process.env.DEMO_SANDBOX_TOKEN })

// A process of its own where sources are watched: it reads its own anew, and goes on from the state on disk.
serveParent({
  start: async () => {
    await sandbox.listen({
      port: Number(process.env.PORT),
      state: process.env.DEMO_SANDBOX_STATE,
    })
    return null
  },
  stop: () => sandbox.close(),
})
