import { simulation } from "../simulation"

type Handler = Parameters<NonNullable<typeof simulation.current>["service"]["dispatch"]>[1]
type Options = Parameters<NonNullable<typeof simulation.current>["service"]["dispatch"]>[0]

/** Stands in for undici: a request goes to the sandbox in this process, under the weather of the act that sends it. */
export class Pool {
  dispatch(options: Options, handler: Handler): boolean {
    return simulation.here.service.dispatch(options, handler)
  }
  close = async (): Promise<void> => undefined
  destroy = async (): Promise<void> => undefined
}

export class Client extends Pool {}
export class Agent extends Pool {}

export const buildConnector = () => () => undefined

/** The sandbox's callbacks: noted, for the history to deliver when it likes. */
export async function request(address: string) {
  simulation.here.service.noteCallback(address)
  return { statusCode: 200, body: { dump: async () => undefined } }
}
