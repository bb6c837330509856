import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changeMode, initialMode, type CalendarMode, type ModeChange } from './calendar-mode.ts'

const after = (...changes: ModeChange[]): CalendarMode => changes.reduce(changeMode, initialMode)
const edit = { kind: 'edit', on: true } as const
const add = { kind: 'add', on: true } as const
const multiple = { kind: 'multiple', on: true } as const
const pick = (date: string): ModeChange => ({ kind: 'pick', date })

test('in the staff calendar Edit Mode and Add Appointment Mode are never on together', () => {
  expect(after(edit, add)).toMatchObject({ edit: true, add: false })
  expect(after(add, edit)).toMatchObject({ edit: false, add: true })
})

test('in the staff calendar several dates can be selected only with Multiple Dates; otherwise a new date replaces the selected one', () => {
  expect(after(multiple).multiple).toBe(false)
  expect(after(edit, pick('2026-12-02'), pick('2026-12-01')).picked).toEqual(['2026-12-01'])
  expect(after(edit, multiple, pick('2026-12-02'), pick('2026-12-01')).picked).toEqual(['2026-12-01', '2026-12-02'])
  expect(after(pick('2026-12-01')).picked).toEqual([])
})

test('in Edit Mode of the staff calendar a second tap deselects a date', () => {
  expect(after(edit, multiple, pick('2026-12-02'), pick('2026-12-01'), pick('2026-12-02')).picked).toEqual([
    '2026-12-01',
  ])
  expect(after(edit, pick('2026-12-02'), pick('2026-12-02')).picked).toEqual([])
})

test('leaving Edit Mode of the staff calendar switches off Multiple Dates and selects no date', () => {
  expect(after(edit, multiple, pick('2026-12-02'), { kind: 'edit', on: false })).toEqual(initialMode)
  expect(after(edit, multiple, pick('2026-12-01'), pick('2026-12-02'), { kind: 'multiple', on: false }).picked).toEqual(
    ['2026-12-01'],
  )
  expect(after(edit, pick('2026-12-02'), { kind: 'unpick-all' })).toMatchObject({ edit: true, picked: [] })
})

const changes = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constantFrom('edit' as const, 'multiple' as const, 'add' as const), on: fc.boolean() }),
    fc.integer({ min: 10, max: 28 }).map((day) => pick(`2026-12-${day}`)),
    fc.constant({ kind: 'unpick-all' } as const),
  ),
)

test('in the staff calendar at most one mode is on; dates can be selected only in Edit Mode, and several dates only with Multiple Dates', () => {
  fc.assert(
    fc.property(changes, (pressed) => {
      const mode = after(...pressed)
      expect(mode.edit && mode.add).toBe(false)
      if (!mode.edit) expect([mode.multiple, mode.picked]).toEqual([false, []])
      if (!mode.multiple) expect(mode.picked.length).toBeLessThanOrEqual(1)
      expect(mode.picked).toEqual([...new Set(mode.picked)].sort())
    }),
  )
})
