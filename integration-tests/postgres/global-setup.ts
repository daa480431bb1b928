export { provideTestServer as default } from "./test-server"
