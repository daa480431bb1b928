import { useTexts } from "../../lib/texts"
import { useUnavailability } from "../../lib/use-operations"
import { reservationWords } from "./reservation-words"

/**
 * Why an operation cannot be used on a reservation in this status, in words; undefined when it can.
 *
 * @param operation the second part of its id
 * @param status as the service spells it
 */
export const useWhyNot = (
  operation: "capture" | "charge" | "complete" | "cancel" | "resend",
  status: string
): string | undefined => {
  const t = useTexts()
  const words = reservationWords(status)
  return useUnavailability(`reservations.${operation}`, status, words && t(words.text))
}
