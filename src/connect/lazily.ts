/**
 * Makes something at its first use, and once. What is made while a file loads is made at every start of every store; much
 * of it is for operations that this store may never carry out.
 *
 * @returns gives what was made
 */
export function lazily<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined
  return () => (made ??= { value: make() }).value
}
