import { provideTestServer } from "../../postgres/test-server"
import { provideStoreTemplate } from "./store-template"

export default async function globalSetup() {
  await provideTestServer()
  await provideStoreTemplate()
}
