import { answerRecords } from "../records"

/** Lists what the plugin remembers of records at the service. */
export const GET = answerRecords
