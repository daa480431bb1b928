import type { Clock } from "../modules/e-invoice/database-clock"

/** The moment at which a workflow acts: the present, unless its input says otherwise. */
export const momentOf = (
  { clock }: { readonly clock: Clock },
  { at }: { at?: string | undefined }
): Date => (at === undefined ? clock.now() : new Date(at))
