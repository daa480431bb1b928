import { randomInt } from "node:crypto"

import { isFree } from "../ports"

/** Below the ports that systems take for the near end of a connection: none of those can take one away before it is used. */
const FIRST = 20_000
const LAST = 32_000

const given = new Set<number>()

/**
 * A TCP port on the loopback that is free at this moment, and was not given to anyone of this process before: a server
 * may take long to listen at it.
 *
 * @throws when none is left
 */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < LAST - FIRST; attempt++) {
    const port = randomInt(FIRST, LAST)
    if (!given.has(port) && (await isFree(port))) {
      given.add(port)
      return port
    }
  }
  throw new Error(`Between ${FIRST} and ${LAST} no port is free.`)
}
