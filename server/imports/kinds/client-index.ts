import type { RowKeys } from '#server/imports/row-kind.ts'
import type { MatchBy } from '#shared/imports/kinds.ts'

type Ranked<T> = { other: T; rank: number }
type ByBirthday<T> = Map<string | null, Ranked<T>>

/**
 * Finds the client or row with the same e-mail, otherwise with the same number, otherwise with the same name. People
 * with the same number or name but different birthdays are different people. If several match, the one that was added
 * first is found. A search stays fast even if thousands have the same number, such as the clinic's own.
 */
export function clientIndex<T extends RowKeys>(rows: readonly T[] = []) {
  const byEmail = new Map<string, T>()
  const byPhone = new Map<string, ByBirthday<T>>()
  const byName = new Map<string, ByBirthday<T>>()
  let rank = 0
  const addTo = (map: Map<string, ByBirthday<T>>, key: string | null, other: T) => {
    if (key === null) return
    const birthdays: ByBirthday<T> = map.get(key) ?? new Map()
    if (!birthdays.has(other.birth_key)) birthdays.set(other.birth_key, { other, rank: rank++ })
    map.set(key, birthdays)
  }
  const add = (row: T) => {
    if (row.email_key !== null && !byEmail.has(row.email_key)) byEmail.set(row.email_key, row)
    addTo(byPhone, row.phone_key, row)
    addTo(byName, row.name_key, row)
  }
  const firstOf = (map: Map<string, ByBirthday<T>>, key: string | null, birthday: string | null): T | undefined => {
    const birthdays = key === null ? undefined : map.get(key)
    if (!birthdays) return undefined
    if (birthday === null) return [...birthdays.values()][0]?.other
    const [same, unknown] = [birthdays.get(birthday), birthdays.get(null)]
    return (same && unknown ? (same.rank < unknown.rank ? same : unknown) : (same ?? unknown))?.other
  }
  const find = (keys: RowKeys): { other: T; by: MatchBy } | undefined => {
    const found: [MatchBy, T | undefined][] = [
      ['email', keys.email_key === null ? undefined : byEmail.get(keys.email_key)],
      ['phone', firstOf(byPhone, keys.phone_key, keys.birth_key)],
      ['name', firstOf(byName, keys.name_key, keys.birth_key)],
    ]
    for (const [by, other] of found) if (other) return { other, by }
    return undefined
  }
  for (const row of rows) add(row)
  return { add, find }
}
