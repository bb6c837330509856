import { expect, test } from 'vitest'
import { ANA, BEA, day, visitOfTwoServices, ROOM1, ROOM2, visit } from '#web/test/board-samples.ts'
import { targetAfterKey, visitAfterKey } from './board-keys.ts'
import { columnsOf, nearestStart, startBefore } from './board-rules.ts'

test('a dragged visit snaps to the clinic’s start times or to its own; a tap on the day board selects the start time before the tapped point', () => {
  const quarters = { from: 480, to: 1_080, every: 15 } as const
  const hours = { ...quarters, every: 60 } as const
  expect([496, 554, 1_200].map((minute) => nearestStart(minute, quarters))).toEqual([495, 555, 1_065])
  expect([496, 554, 1_200].map((minute) => nearestStart(minute, hours))).toEqual([480, 540, 1_020])
  expect([500, 530].map((minute) => nearestStart(minute, hours, [495]))).toEqual([495, 540])
  expect([480, 494, 495, 1_079].map((minute) => startBefore(minute, quarters))).toEqual([480, 480, 495, 1_065])
  expect([480, 539, 540, 1_079].map((minute) => startBefore(minute, hours))).toEqual([480, 480, 540, 1_020])
  const target = { columnId: ANA, start: 540 }
  expect(targetAfterKey(target, 'ArrowDown', [], quarters)).toEqual({ columnId: ANA, start: 555 })
  expect(targetAfterKey(target, 'ArrowUp', [], hours)).toEqual({ columnId: ANA, start: 480 })
  // A visit between two start times moves to the next one.
  const between = { columnId: ANA, start: 555 }
  expect(targetAfterKey(between, 'ArrowDown', [], hours)).toEqual({ columnId: ANA, start: 600 })
  expect(targetAfterKey(between, 'ArrowUp', [], hours)).toEqual({ columnId: ANA, start: 540 })
})

test('arrow keys move the focus between visits, and move a visit that is being dragged by half hours and columns', () => {
  const [first, second, beside] = [visit('09:00', ANA, ROOM1), visit('11:00', ANA, ROOM1), visit('10:30', BEA, ROOM2)]
  const columns = columnsOf(day([first, beside, second]), 'person')
  const after = (id: string, columnId: string, key: string) => visitAfterKey(columns, { id, columnId }, key)?.id ?? null
  expect(after(first.id, ANA, 'ArrowDown')).toBe(second.id)
  expect(after(second.id, ANA, 'ArrowRight')).toBe(beside.id)
  expect(after(beside.id, BEA, 'ArrowLeft')).toBe(second.id)
  expect(after(second.id, ANA, 'ArrowDown')).toBeNull()
  const axis = { from: 480, to: 1_080, every: 30 } as const
  const target = { columnId: ANA, start: 480 }
  expect(targetAfterKey(target, 'ArrowUp', columns, axis)).toEqual(target)
  expect(targetAfterKey(target, 'ArrowDown', columns, axis)).toEqual({ columnId: ANA, start: 510 })
  expect(targetAfterKey(target, 'ArrowRight', columns, axis)).toEqual({ columnId: BEA, start: 480 })
  expect(targetAfterKey(target, 'ArrowLeft', columns, axis)).toEqual(target)
})

test('on a visit with several practitioners, the up and down keys stay in the focused column; left and right move between its parts', () => {
  const both = visitOfTwoServices()
  const [early, late] = [visit('07:30', BEA, ROOM2), visit('11:00', BEA, ROOM2)]
  const columns = columnsOf(day([early, both, late]), 'person')
  const withBea = { id: both.id, columnId: BEA }
  expect(visitAfterKey(columns, withBea, 'ArrowUp')).toMatchObject({ id: early.id, columnId: BEA })
  expect(visitAfterKey(columns, withBea, 'ArrowDown')).toMatchObject({ id: late.id, columnId: BEA })
  expect(visitAfterKey(columns, withBea, 'ArrowLeft')).toMatchObject({ id: both.id, columnId: ANA })
  expect(visitAfterKey(columns, { id: both.id, columnId: ANA }, 'ArrowRight')).toMatchObject(withBea)
})
