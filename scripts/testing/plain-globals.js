const vm = require("node:vm")

const { TestEnvironment } = require("jest-environment-node")

/**
 * jest's environment with globals that are an ordinary object. jest itself makes them a proxy, which is asked for every `Promise`
 * and `Array` that code names: a sixth of the processor, where Medusa runs in the tests.
 */
module.exports = class extends TestEnvironment {
  constructor(...settings) {
    const { createContext } = vm
    vm.createContext = () => createContext(vm.constants.DONT_CONTEXTIFY)
    try {
      super(...settings)
    } finally {
      vm.createContext = createContext
    }
  }
}
