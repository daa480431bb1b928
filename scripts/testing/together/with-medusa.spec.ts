import { runTogether } from "./rooms"

runTogether("with-medusa")
