import type { Knex } from "@medusajs/framework/mikro-orm/knex"

import type { Clock } from "../database"
import { columnsOfEntry, type TimelineRecord } from "../timeline"
import { columnsOfCreation } from "./journal"
import { type JournalRow, type RemoteOrder, statesBefore } from "./journal-row"

/** Creations that were answered, each written down by one statement. */
export class ConcludedCreations {
  constructor(
    private readonly database: Knex,
    private readonly clock: Clock
  ) {}

  /**
   * Records that the order exists at the service, erases what the shopper entered, and adds to the timeline: all of it
   * or nothing, by one statement and one commit.
   *
   * @returns undefined when the row does not wait for this attempt's answer
   * @throws when the order belongs to another row, or anything of it cannot be written
   */
  async record(
    { id, attempts, shopper_data_id }: Pick<JournalRow, "id" | "attempts" | "shopper_data_id">,
    remote: RemoteOrder,
    act: TimelineRecord,
    now = this.clock.now()
  ): Promise<JournalRow | undefined> {
    const entry = columnsOfEntry(act, now)
    const [row] = await this.database
      .with(
        "created",
        this.database("einvoice_order")
          .where({ id, attempts })
          .whereIn("state", statesBefore("sender", "created"))
          .update({
            ...columnsOfCreation(this.database, remote, now),
            shopper_data_id: null,
            state: "created",
            updated_at: this.database.fn.now(),
          })
          .returning("*")
      )
      .with(
        "erased",
        this.database("einvoice_shopper_data")
          .where({ id: shopper_data_id })
          .whereExists(this.database("created"))
          .delete()
      )
      .with(
        "told",
        this.database.raw(
          `insert into einvoice_timeline_entry (${listOf("??", entry)}) select ${listOf("?", entry)} from created`,
          [...Object.keys(entry), ...Object.values(entry)]
        )
      )
      .select<JournalRow[]>("*")
      .from("created")
    return row
  }
}

const listOf = (placeholder: string, entry: object): string =>
  Object.keys(entry)
    .map(() => placeholder)
    .join(", ")
