export { withdrawTestServer as default } from "./test-server"
