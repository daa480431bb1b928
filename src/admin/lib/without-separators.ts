/** A number as typed, without the spaces and hyphens that only help people to read it. */
export const withoutSeparators = (typed: string): string => typed.replace(/[\s-]/g, "")
