import { answerLoggedOperation } from "../../operations"

/** One operation of the log. */
export const GET = answerLoggedOperation
