const { TestEnvironment } = require("jest-environment-node")

/**
 * Lends specifications Medusa's utilities as this process has loaded them: jest would load them anew for each change,
 * which takes longer than a room's specifications do.
 */
module.exports = class extends TestEnvironment {
  async setup() {
    await super.setup()
    this.global.medusaUtils = require("@medusajs/framework/utils")
    countAsErrors(this.global.Error)
  }
}

/** Errors of what is lent are made of this process's own `Error`: a specification has another. */
function countAsErrors(OfSpecification) {
  Object.defineProperty(OfSpecification, Symbol.hasInstance, {
    value(error) {
      return (
        Function.prototype[Symbol.hasInstance].call(this, error) ||
        (this === OfSpecification && error instanceof Error)
      )
    },
  })
}
