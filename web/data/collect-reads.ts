/**
 * For how many milliseconds the ids of one request are collected: long enough for all components of a page to ask for
 * their record.
 */
const COLLECT_MS = 20

type Options<Row> = {
  /** The largest number of records that one request may ask about. */
  most: number
  read: (ids: string[]) => Promise<readonly Row[]>
  /** The id of the record to which a row belongs. */
  idOf: (row: Row) => string
}
type Waiting<Row> = { resolve: (rows: Row[]) => void; reject: (error: unknown) => void }

/**
 * Returns a function that reads the rows of a record, such as the alerts of a client. One request reads the rows of all
 * records that components ask for at about the same time.
 */
export function collectReads<Row>({ most, read, idOf }: Options<Row>): (id: string) => Promise<Row[]> {
  /** Who waits for the rows of which record; these records were not requested from the server yet. */
  let waiting = new Map<string, Waiting<Row>[]>()

  async function readPart(part: readonly [string, Waiting<Row>[]][]): Promise<void> {
    try {
      const rows = await read(part.map(([id]) => id))
      for (const [id, readers] of part)
        for (const { resolve } of readers) resolve(rows.filter((row) => idOf(row) === id))
    } catch (error) {
      for (const [, readers] of part) for (const { reject } of readers) reject(error)
    }
  }

  function readWaiting(): void {
    const all = [...waiting]
    waiting = new Map()
    for (let first = 0; first < all.length; first += most) void readPart(all.slice(first, first + most))
  }

  return (id) =>
    new Promise((resolve, reject) => {
      if (waiting.size === 0) setTimeout(readWaiting, COLLECT_MS)
      waiting.set(id, [...(waiting.get(id) ?? []), { resolve, reject }])
    })
}
