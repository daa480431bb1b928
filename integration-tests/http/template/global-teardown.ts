import { withdrawTestServer } from "../../postgres/test-server"
import { withdrawStoreTemplate } from "./store-template"

export default async function globalTeardown() {
  try {
    await withdrawStoreTemplate()
  } finally {
    withdrawTestServer()
  }
}
