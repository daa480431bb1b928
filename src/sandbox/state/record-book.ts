/** Records of one kind by identifier, in the order they were added. */
export class RecordBook<Kept extends { uuid: string }> {
  #records = new Map<string, Kept>()

  add(record: Kept): Kept {
    this.#records.set(record.uuid, record)
    return record
  }

  /** The live record: whoever changes it changes the state. */
  get(uuid: string): Kept | undefined {
    return this.#records.get(uuid)
  }

  has(uuid: string): boolean {
    return this.#records.has(uuid)
  }

  list(): Kept[] {
    return [...this.#records.values()]
  }

  save(): Kept[] {
    return structuredClone(this.list())
  }

  load(records: readonly Kept[]): void {
    this.#records = new Map(structuredClone(records).map((record) => [record.uuid, record]))
  }
}
