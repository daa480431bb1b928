const { TestEnvironment } = require("jest-environment-node")

/**
 * Lends specifications Medusa's utilities as this process has loaded them: jest would load them anew for each change,
 * which takes longer than a room's specifications do.
 */
module.exports = class extends TestEnvironment {
  async setup() {
    await super.setup()
    this.global.medusaUtils = require("@medusajs/framework/utils")
  }
}
