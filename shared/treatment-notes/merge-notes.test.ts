import { describe, expect, test } from 'vitest'
import { totalsOf } from './edit-note.ts'
import { mergeNotes, resolveConflict } from './merge-notes.ts'
import { amountOf, batchKey, emptyNote, type NoteContent, type NotePin, type NoteProduct } from './note.ts'
import { batchesFor, batchesForLast, sameAsLast } from './same-as-last.ts'

const note = (changes: Partial<NoteContent>): NoteContent => ({ ...emptyNote, ...changes })
const pin = (id: string, amount: number | null, product = ''): NotePin => ({
  id,
  map: 'face_front',
  x: 1,
  y: 2,
  area: 'glabella',
  amount,
  product,
})
const line = (id: string, changes: Partial<NoteProduct> = {}): NoteProduct => ({
  id,
  name: 'Botox',
  product_id: null,
  amount: null,
  unit: 'units',
  batch: '',
  expires_on: null,
  area: '',
  ...changes,
})

describe('merging a note that two people write at once', () => {
  test('merging keeps the changes of both people in different fields, pins on the body map, products and settings', () => {
    const base = note({ text: 'Before', pins: [pin('a', 2)], products: [line('p')], values: { dilution: '2' } })
    const mine = { ...base, pins: [pin('a', 4), pin('b', 1)], values: { dilution: '2', needle: '30G' } }
    const theirs = {
      ...base,
      text: 'After',
      products: [line('p', { batch: 'C71' }), line('q')],
      aftercare: ['Cool it.'],
      values: { dilution: '4' },
    }
    expect(mergeNotes(base, mine, theirs, 'Dr. Cruz')).toEqual({
      ...base,
      text: 'After',
      pins: [pin('a', 4), pin('b', 1)],
      products: [line('p', { batch: 'C71' }), line('q')],
      aftercare: ['Cool it.'],
      values: { dilution: '4', needle: '30G' },
    })
  })

  test('merging keeps both texts of a field that both people changed: one in the field, the other as a conflict with its writer’s name', () => {
    const base = note({ text: 'Red' })
    const merged = mergeNotes(base, note({ text: 'Red, mild' }), note({ text: 'Red, burning' }), 'Dr. Cruz')
    expect(merged.text).toBe('Red, mild')
    expect(merged.conflicts).toEqual([{ field: 'text', value: 'Red, burning', by: 'Dr. Cruz' }])
  })

  test('merging keeps both amounts and batches that two people wrote for one product', () => {
    const base = note({ products: [line('p')] })
    const mine = note({ products: [line('p', { batch: 'C71', amount: 4 })] })
    const theirs = note({ products: [line('p', { batch: 'C712', amount: 40 })] })
    const { products, conflicts } = mergeNotes(base, mine, theirs, 'Dr. Cruz')
    expect(products).toEqual(mine.products)
    expect(conflicts).toEqual([
      { field: 'products/p/amount', value: '40', by: 'Dr. Cruz' },
      { field: 'products/p/batch', value: 'C712', by: 'Dr. Cruz' },
    ])
  })

  test('merging keeps a pin on the body map that one person changed and the other removed', () => {
    const base = note({ pins: [pin('a', 2), pin('b', 2)] })
    expect(mergeNotes(base, note({}), note({ pins: [pin('a', 6), pin('b', 2)] }), 'x').pins).toEqual([pin('a', 6)])
  })

  test('merging keeps the words of a person whose text the other deleted', () => {
    const merged = mergeNotes(note({ text: 'a' }), note({ text: '' }), note({ text: 'a and b' }), 'x')
    expect(merged).toEqual(note({ text: 'a and b' }))
  })

  test('merging drops a conflict once the text contains its words', () => {
    const conflicts = [{ field: 'text', value: 'burning', by: 'x' }]
    const base = note({ text: 'mild', conflicts })
    expect(mergeNotes(base, { ...base, text: 'mild, burning' }, base, 'x').conflicts).toEqual([])
  })

  test('merging a change that arrives a second time changes nothing', () => {
    const base = note({ text: 'a' })
    const mine = note({ text: 'b', pins: [pin('a', 1)] })
    expect(mergeNotes(base, mine, mine, 'x')).toEqual(mine)
  })

  test('merging 500 random pairs of changes loses no word', () => {
    let state = 7
    const random = (below: number) => (state = (state * 48_271) % 2_147_483_647) % below
    const word = () => `w${random(100_000)}`
    const change = (base: NoteContent, by: string): NoteContent => ({
      ...base,
      text: random(2) ? base.text : `${base.text} ${by}${word()}`,
      device: random(2) ? base.device : `${by}${word()}`,
      values: { ...base.values, [`f${random(3)}`]: `${by}${word()}` },
      products: base.products.map((one) => (random(2) ? one : { ...one, batch: `${by}${word()}` })),
      pins: [...base.pins.filter(() => random(4) > 0), pin(`${by}${word()}`, random(9))],
    })
    for (let round = 0; round < 500; round++) {
      const base = note({ text: 'start', device: 'laser', pins: [pin('a', 1)], products: [line('p'), line('q')] })
      const [mine, theirs] = [change(base, 'm'), change(base, 't')]
      const merged = JSON.stringify(mergeNotes(base, mine, theirs, 'x'))
      for (const written of JSON.stringify([mine, theirs]).match(/[mt]w\d+/g) ?? []) expect(merged).toContain(written)
    }
  })
})

describe('resolving a conflict in a treatment note', () => {
  const conflict = { field: 'text', value: 'burning', by: 'Dr. Cruz' }
  const open = note({ text: 'mild', conflicts: [conflict] })
  test.each([
    ['keep', 'mild'],
    ['take', 'burning'],
    ['both', 'mild\nburning'],
  ] as const)('resolving a conflict with “%s” leaves the text %j and no conflict', (how, text) => {
    expect(resolveConflict(open, conflict, how)).toEqual(note({ text }))
  })

  test('resolving a conflict about an amount stores the chosen amount as a number', () => {
    const field = 'products/p/amount'
    const before = note({ products: [line('p', { amount: 4 })], conflicts: [{ field, value: '40', by: 'x' }] })
    expect(resolveConflict(before, before.conflicts[0]!, 'take').products).toEqual([line('p', { amount: 40 })])
  })
})

test('in a treatment note the amount of a product is the sum of its pins, without rounding errors', () => {
  const pins = [pin('a', 0.1, 'p'), pin('b', 0.2, 'p'), pin('c', 5, 'q'), pin('d', null, 'p')]
  expect(amountOf({ pins }, line('p', { amount: 9 }))).toBe(0.3)
  expect(amountOf({ pins: [] }, line('p', { amount: 9 }))).toBe(9)
})

test('the totals beside the face or body map of a treatment note do not include products without pins', () => {
  const content = note({ pins: [pin('a', 12, 'p'), pin('b', 8, 'p')], products: [line('p'), line('q', { amount: 2 })] })
  expect(totalsOf(content).map(({ amount }) => amount)).toEqual([20])
})

test('different spellings of one batch number are recognized as the same batch', () => {
  expect(['c71-42', ' C71 42', 'C7142'].map(batchKey)).toEqual(['C7142', 'C7142', 'C7142'])
})

describe('a treatment note that copies the last one', () => {
  const last = note({
    text: 'Slept badly.',
    device: 'Ultra',
    pins: [pin('a', 4, 'p')],
    products: [line('p', { batch: 'C71', expires_on: '2027-01-31' })],
  })

  test('the copy has the pins, products and device of the last note, and neither its words nor its batch', () => {
    const { products, ...copied } = sameAsLast(last)
    expect(copied).toMatchObject({ device: 'Ultra', pins: last.pins })
    expect(copied).not.toHaveProperty('text')
    expect(products).toEqual([line('p')])
  })

  const recent = [
    { name: 'botox ', product_id: null, batch: 'D1', expires_on: '2027-05-31' },
    { name: 'Botox', product_id: null, batch: 'D-1', expires_on: '2027-05-31' },
    { name: 'Botox', product_id: null, batch: 'C71', expires_on: '2026-11-22' },
    { name: 'Dysport', product_id: null, batch: 'E1', expires_on: null },
  ]
  test('for a product, the recently used batches that have not expired are offered, each once', () => {
    expect(batchesFor(recent, line('p'), '2026-11-23').map(({ batch }) => batch)).toEqual(['D1'])
    expect(batchesFor(recent, line('p'), '2026-11-22').map(({ batch }) => batch)).toEqual(['D1', 'C71'])
  })

  test('batches are offered for the copy only if the last note has a single product', () => {
    expect(batchesForLast(recent, last, '2026-11-23')).toHaveLength(1)
    const two = note({ products: [line('p'), line('q', { name: 'Dysport' })] })
    expect(batchesForLast(recent, two, '2026-11-23')).toEqual([])
  })
})
