/**
 * Stands in for `src/connect/lazily.ts`: makes anew for each test. A change of what is made is then tried on every test that
 * uses it; made once, it would be tried on the first of them alone.
 */
exports.lazily = (make) => {
  let made
  return () => {
    const test = expect.getState().currentTestName
    if (!made || made.test !== test) {
      made = { test, value: make() }
    }
    return made.value
  }
}
