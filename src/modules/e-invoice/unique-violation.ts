/** PostgreSQL's code for a row that would break a unique index. */
const UNIQUE_VIOLATION = "23505"

/** Whether the database refused a change because a unique index forbids it. */
export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === UNIQUE_VIOLATION
