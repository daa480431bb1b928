import { z } from "zod"

/** A rule that restricts an operation by the status of its record, as the server describes it. */
export const preconditionSchema = z.object({
  /** Set when the rule holds for one kind of request only. */
  when: z.unknown().optional(),
  allowed: z.array(z.string()).optional(),
  refused: z.record(z.string(), z.string()).optional(),
})

type Precondition = z.infer<typeof preconditionSchema>

const normalised = (status: string): string =>
  status
    .trim()
    .replace(/[\s_-]+/g, " ")
    .toUpperCase()

/** Whether a record's status forbids an operation; rules that hold for one kind of request only are left to the server. */
export const isForbiddenByStatus = (
  { preconditions }: { readonly preconditions: readonly Precondition[] },
  status: string
): boolean =>
  preconditions.some(({ when, allowed, refused }) => {
    if (when !== undefined) {
      return false
    }
    return allowed
      ? !allowed.includes(normalised(status))
      : Object.hasOwn(refused ?? {}, normalised(status))
  })
