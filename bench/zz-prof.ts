import { requestsPerSecond } from "/work/main/bench/arms/closed-loop"
import { ourClient } from "/work/main/bench/arms/create-order"
import { startBareService } from "/work/main/bench/arms/service"
import { withChildren } from "/work/main/bench/harness/children"
void withChildren(async (children) => {
  const url = await startBareService(children)
  const ours = ourClient(url)
  for (let i = 0; i < 4; i++)
    console.log(
      await requestsPerSecond(ours.create, { inFlight: 50, milliseconds: 2000 })
    )
  await ours.close()
})
