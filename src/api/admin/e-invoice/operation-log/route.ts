import { answerOperationLog } from "../operations"

/** Lists what was changed at the service, or was to be. */
export const GET = answerOperationLog
