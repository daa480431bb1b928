import type { Progress } from "../progress"
import { silentProgress } from "../progress"
import type { RunningDemo } from "../start-demo"
import { signInAsAdmin } from "./admin-client"
import { ageOrders } from "./ages"
import { leaveAnOperationInDoubt } from "./operation-in-doubt"
import { leaveAnOrderInDoubt } from "./order-in-doubt"
import { liveOrders } from "./orders"
import { liveCreditChecks, liveReservations, liveSubscriptions } from "./records"

/**
 * Gives a fresh demo something for every page of Admin to show: an order of each status, one that staff changed, one in doubt, a refused refund,
 * reservations, subscriptions with a failed payment, credit checks, an operation in doubt. All of it through the store and the sandbox; only
 * the age of some orders is written into the database.
 *
 * @throws Error when any of it does not come to be
 */
export async function fillWithLife(
  demo: RunningDemo,
  progress: Progress = silentProgress
): Promise<void> {
  const admin = await signInAsAdmin(demo)
  progress.step("Having orders placed, invoiced, paid, cancelled and refunded")
  const orders = await liveOrders(demo, admin)
  progress.step("Leaving an order in doubt, which the store complains of")
  await leaveAnOrderInDoubt(demo)
  progress.step("Making reservations, subscriptions and credit checks")
  await liveReservations(demo, admin)
  await liveSubscriptions(demo, admin)
  await liveCreditChecks(admin)
  await leaveAnOperationInDoubt(demo, admin)
  await demo.sandbox.callbacks.settled()
  await ageOrders(
    demo.databaseUrl,
    orders.map(({ orderId }) => orderId)
  )
}
