import { useRef } from 'react'

const newestOf = (ids: readonly string[]) => ids.reduce((newest, id) => (id > newest ? id : newest), '')

/**
 * True for a row that was booked while the list was on the screen: it flashes once. Ids sort by the time of their making,
 * so a row that only moved up from the next page is older than the newest one here, and is not new.
 */
export function useNewRows(ids: readonly string[] | undefined, page: number): (id: string) => boolean {
  const seen = useRef({ page: Number.NaN, newest: '', fresh: new Set<string>() })
  if (ids && seen.current.page !== page) seen.current = { page, newest: newestOf(ids), fresh: new Set() }
  const { newest, fresh } = seen.current
  for (const id of ids ?? []) if (id > newest) fresh.add(id)
  return (id) => fresh.has(id)
}
