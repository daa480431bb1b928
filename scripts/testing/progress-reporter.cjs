const { appendFileSync } = require("node:fs")

/**
 * A jest reporter that writes down each test as it starts and as it ends, a line of JSON each, to the file that
 * PROGRESS_FILE names. jest writes its own report at its end only, and a suite that is cut off has none.
 */
module.exports = class ProgressReporter {
  onTestFileStart({ path }) {
    write({ event: "file-started", file: path })
  }

  onTestCaseStart({ path }, { fullName }) {
    write({ event: "test-started", file: path, test: fullName })
  }

  onTestCaseResult({ path }, { fullName, status, failureMessages }) {
    const message = failureMessages.join("\n")
    write({ event: "test-ended", file: path, test: fullName, status, message })
  }

  onTestFileResult({ path }, { testExecError }) {
    write({ event: "file-ended", file: path, message: testExecError?.message })
  }
}

const write = (line) => appendFileSync(process.env.PROGRESS_FILE, `${JSON.stringify(line)}\n`)
