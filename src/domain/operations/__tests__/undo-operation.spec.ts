import { ConflictError } from "../../../connect"
import { exampleProfile, exampleReservation } from "../../../connect/operations/examples"
import type { OperationRow } from "../../../modules/e-invoice/operations/operation"
import { undoOperation } from "../perform-operation"
import { details, failing, OperationScene } from "./operation-scene"

const conflict = new ConflictError(details)
const update = { params: { customer_uuid: "CSRT1" }, body: exampleProfile }

let scene: OperationScene

beforeEach(() => {
  scene = new OperationScene()
})

describe("undoing", () => {
  const undo = ({ id }: Pick<OperationRow, "id">) => undoOperation(scene.eInvoice, id)

  async function submitted() {
    scene.answers["reservations.submit"] = { reservationUuid: "RES1" }
    const row = await scene.prepare(
      "reservations.submit",
      { body: exampleReservation },
      { orderId: "order_1", customerId: "cus_1" }
    )
    await scene.perform(row)
    return row
  }

  it("is sent once, as an operation of its own, however often it is asked for", async () => {
    const row = await submitted()
    scene.answers["reservations.cancel"] = null

    const undone = await undo(row)
    expect(await undo(row)).toEqual(undone)
    expect(undone).toEqual({ undoneBy: "einvop_2", leaves: undefined })
    expect(scene.calls.filter(([id]) => id === "reservations.cancel")).toMatchObject([
      ["reservations.cancel", { params: { reservation_uuid: "RES1" } }],
    ])
    expect(scene.journal.get("einvop_2")).toMatchObject({
      actor: "medusa",
      idempotency_key: `undo:${row.id}`,
      order_id: "order_1",
      customer_id: "cus_1",
    })
  })

  it("fails as the service does", async () => {
    const row = await submitted()
    scene.answers["reservations.cancel"] = conflict

    expect(await failing(undo(row))).toBe(conflict)
  })

  it("puts back what a change replaced, and says what stays", async () => {
    const before = { ...exampleProfile, name: "Earlier", personalNumber: undefined }
    scene.answers["customers.details"] = { uuid: "CSRT1", ...before }
    scene.answers["customers.update-private"] = null
    const row = await scene.prepare("customers.update-private", {
      ...update,
      body: { ...exampleProfile, personalNumber: "17819010188" },
    })
    await scene.perform(row)

    expect(await undo(row)).toEqual({ undoneBy: "einvop_2", leaves: expect.any(String) })
    expect(scene.calls.at(-1)).toMatchObject([
      "customers.update-private",
      { params: { customer_uuid: "CSRT1" }, body: { name: "Earlier" } },
    ])
  })

  it.each<[string, Partial<OperationRow>]>([
    ["was not carried out", { state: "rejected" }],
    ["has no inverse", { operation_id: "reservations.capture" }],
    ["changed nothing", { operation_id: "reservations.details" }],
    ["names no record", { subject_uuid: null }],
    ["left nothing known of before", { operation_id: "customers.update-private" }],
  ])("does nothing for what %s", async (_what, values) => {
    const row = await submitted()
    scene.journal.patch(row.id, values)
    scene.answers["reservations.cancel"] = null

    expect(await undo(row)).toEqual({ nothingDone: expect.any(String) })
    expect(scene.sent("reservations.cancel")).toBe(0)
  })

  it("does nothing for an operation that is not known", async () => {
    expect(await undo({ id: "einvop_9" })).toEqual({ nothingDone: expect.any(String) })
  })
})
