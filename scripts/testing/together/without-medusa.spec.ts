import { runTogether } from "./rooms"

runTogether("without-medusa")
