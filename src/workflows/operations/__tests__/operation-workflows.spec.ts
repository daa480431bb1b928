import { operationIds, operationOf } from "../../../connect"
import { operationWorkflows } from "../operation-workflows"

describe("the workflows of operations", () => {
  it("are there for every operation that changes something, and for no other", () => {
    expect(Object.keys(operationWorkflows).sort()).toEqual(
      operationIds.filter((id) => operationOf(id).safety !== "read").sort()
    )
  })

  it("have names of their own", () => {
    const names = Object.values(operationWorkflows).map((workflow) => workflow.getName())
    expect(new Set(names).size).toBe(names.length)
    for (const name of names) {
      expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/)
      expect(name).toContain("e-invoice")
    }
  })
})
