import { expect, test } from 'vitest'
import { placeInLanes } from './day-lanes.ts'

const visit = (appointment_time: string, duration_minutes: number) => ({ appointment_time, duration_minutes })
const places = (...visits: ReturnType<typeof visit>[]) =>
  placeInLanes(visits).map(({ slot, span, lane, lanes }) => [slot, span, lane, lanes])

test('a visit takes the half hours that it touches, alone in its day', () => {
  expect(places(visit('09:00:00', 90), visit('10:30:00', 30), visit('14:00:00', 45))).toEqual([
    [2, 3, 0, 1],
    [5, 1, 0, 1],
    [12, 2, 0, 1],
  ])
})

test('visits that overlap stand beside one another, and a lane is used again as soon as it is free', () => {
  expect(places(visit('09:00:00', 90), visit('09:30:00', 30), visit('10:00:00', 60), visit('12:00:00', 30))).toEqual([
    [2, 3, 0, 2],
    [3, 1, 1, 2],
    [4, 2, 1, 2],
    [8, 1, 0, 1],
  ])
})

test('two visits of one half hour share its width', () => {
  expect(places(visit('11:00:00', 30), visit('11:00:00', 30))).toEqual([
    [6, 1, 0, 2],
    [6, 1, 1, 2],
  ])
})

test('a visit that goes on after midnight ends with the grid', () => {
  expect(places(visit('23:30:00', 90), visit('00:00:00', 60))).toEqual([
    [31, 2, 0, 2],
    [32, 1, 1, 2],
  ])
})
