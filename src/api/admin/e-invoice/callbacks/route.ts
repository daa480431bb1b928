import { answerCallbacks } from "../callbacks"

/** Lists the calls with which the service reported something. */
export const GET = answerCallbacks
