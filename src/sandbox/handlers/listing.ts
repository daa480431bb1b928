import type { World } from "../state/world"

const HOUR_SECONDS = 60 * 60

/** What a list shows of its records, as the quirks have it. */
export function listed<Kept extends { readonly createdAt: number }>(
  { clock, quirks }: World,
  records: readonly Kept[]
): readonly Kept[] {
  const { emptyLists, listLag = 0 } = quirks
  if (emptyLists) {
    return []
  }
  const until = clock.seconds() - listLag
  return listLag > 0 ? records.filter(({ createdAt }) => createdAt <= until) : records
}

/** The filters of a list that are heeded: none, as the quirks may have it. */
export function heeded<Filters extends object>(
  { quirks }: World,
  filters: Filters
): Partial<Filters> {
  return quirks.ignoredFilters ? {} : filters
}

/** A limit of a time range in Unix seconds, as the quirks have it read. */
export function limitInSeconds({ quirks }: World, limit: number): number {
  const { rangeInMilliseconds, rangeZone = 0 } = quirks
  const seconds = rangeInMilliseconds ? limit / 1000 : limit
  return seconds - rangeZone * HOUR_SECONDS
}
