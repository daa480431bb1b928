import type { RunningDemo } from "../start-demo"
import type { AdminClient } from "./admin-client"

/**
 * Leaves an operation in doubt: a colleague refunds a part of a subscription's cycle, the service carries it out, and its
 * answer is lost.
 *
 * @throws Error when it is not in doubt after all, or no subscription runs
 */
export async function leaveAnOperationInDoubt(
  { sandbox }: RunningDemo,
  admin: AdminClient
): Promise<void> {
  const running = sandbox.subscriptions.list().find(({ status }) => status === "ONGOING")
  if (!running) {
    throw new Error("There is no subscription that runs")
  }
  const lost = sandbox.faults.add({
    fault: "after:drop",
    operation: "subscriptions.refund-cycle",
    times: 1,
  })
  await admin
    .post("/admin/e-invoice/operations/subscriptions.refund-cycle", {
      params: { subscriptionUuid: running.uuid },
      body: { cycles: ["Cycle 1"], amount: "99.00" },
    })
    .catch(() => undefined)
  sandbox.faults.remove(lost.id)
  const { count } = await admin.get<{ count: number }>(
    `/admin/e-invoice/operation-log?state=in_doubt&subject_uuid=${running.uuid}`
  )
  if (count === 0) {
    throw new Error("The refund is not in doubt")
  }
}
