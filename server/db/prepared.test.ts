import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { prepared } from './prepared.ts'

type Room = { name: string; position?: number | undefined; photo_path?: string | null }

/** Makes a prepared statement about rooms, and counts how often it was compiled. */
function counted() {
  let times = 0
  const insert = prepared((db, { rooms, first }: { rooms: object[]; first?: object | undefined }) => {
    times++
    const all = first ? [first, ...rooms] : rooms
    return db.insertInto('resources').values(all as never)
  })
  const of = (rooms: Room[], first?: Room) => {
    const { sql: text, parameters } = insert({ rooms, first })
    return { text, parameters }
  }
  return { of, times: () => times }
}

describe('prepared statements', () => {
  it('a prepared statement is compiled once for all values of the same shape, and sends the values of each call', () => {
    const { of, times } = counted()
    const [one, other] = [of([{ name: 'A', position: 1 }]), of([{ name: 'B', position: 2 }])]
    expect(other.text).toBe(one.text)
    expect([one.parameters, other.parameters]).toEqual([
      ['A', 1],
      ['B', 2],
    ])
    expect(times()).toBe(1)
  })

  it('a prepared statement is compiled again for other columns or more rows, or without an optional part of the query', () => {
    const { of, times } = counted()
    const room = { name: 'A' }
    const texts = [of([room]), of([{ ...room, position: 1 }]), of([room, room]), of([room], room)].map(
      ({ text }) => text,
    )
    expect(texts[0]).toBe('insert into "resources" ("name") values ($1)')
    expect(texts[2]).toBe('insert into "resources" ("name") values ($1), ($2)')
    expect([new Set(texts).size, times()]).toEqual([3, 4])
  })

  it('a prepared statement omits a column whose value is undefined, and writes a value of null', () => {
    const { of } = counted()
    expect(of([{ name: 'A', position: undefined }])).toEqual(of([{ name: 'A' }]))
    expect(of([{ name: 'A', photo_path: null }]).parameters).toEqual(['A', null])
  })

  it('a prepared statement passes dates, lists and JSON columns unchanged', () => {
    const select = prepared((db, values: { at: Date; ids: string[]; row: { json: object | null } }) => ({
      compile: () => sql`select ${values.at}, ${values.ids}, ${values.row.json}`.compile(db),
    }))
    const [at, ids, json] = [new Date(), ['a', 'b'], { name: 'A' }]
    expect(select({ at, ids, row: { json } }).parameters).toEqual([at, ids, json])
    expect(select({ at, ids: [], row: { json: null } }).parameters).toEqual([at, [], null])
  })

  it('a prepared statement has a text of its own for each variant, which adds or omits a part of the query', () => {
    const locked = prepared((db, { id }: { id: string }, lock) => {
      const found = db.selectFrom('resources').select('id').where('id', '=', id)
      return lock === 'alone' ? found.forUpdate() : found
    })
    expect(locked({ id: 'a' }, 'alone').sql).toBe(`${locked({ id: 'a' }).sql} for update`)
  })
})
