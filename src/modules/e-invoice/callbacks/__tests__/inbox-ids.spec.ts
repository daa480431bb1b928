import { newInboxIds } from "../inbox"

describe("ids of callbacks", () => {
  it("are Medusa's own for one that comes alone", () => {
    const [id, ...more] = newInboxIds(1)

    expect(id).toMatch(/^einvcb_[0-9A-Z]{26}$/)
    expect(more).toEqual([])
  })

  it("differ, and sort as the callbacks came", () => {
    const ids = newInboxIds(200)

    expect(new Set(ids).size).toBe(200)
    expect([...ids].sort()).toEqual(ids)
  })

  it("are others for others", () => {
    const ids = [...newInboxIds(20), ...newInboxIds(20)]

    expect(new Set(ids).size).toBe(40)
  })
})
