/** The moment at which a workflow acts: the present, unless its input says otherwise. */
export const momentOf = ({ at }: { at?: string | undefined }): Date =>
  at === undefined ? new Date() : new Date(at)
