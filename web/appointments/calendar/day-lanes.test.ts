import { expect, test } from 'vitest'
import { placeInLanes } from './day-lanes.ts'

const visit = (appointment_time: string, duration_minutes: number) => ({ appointment_time, duration_minutes })
const places = (...visits: ReturnType<typeof visit>[]) =>
  placeInLanes(visits).map(({ slot, span, lane, lanes }) => [slot, span, lane, lanes])

test('in the staff calendar a visit without overlap has the full width, and the height of its duration', () => {
  expect(places(visit('09:00:00', 90), visit('10:30:00', 30), visit('14:00:00', 45))).toEqual([
    [4, 6, 0, 1],
    [10, 2, 0, 1],
    [24, 3, 0, 1],
  ])
})

test('in the staff calendar a visit may start at a quarter hour, and a short visit is drawn as high as a half hour', () => {
  expect(places(visit('09:15:00', 30), visit('11:45:00', 15), visit('12:00:00', 30))).toEqual([
    [5, 2, 0, 1],
    [15, 2, 0, 2],
    [16, 2, 1, 2],
  ])
})

test('in the staff calendar overlapping visits are drawn side by side, and a lane is reused as soon as it is free', () => {
  expect(places(visit('09:00:00', 90), visit('09:30:00', 30), visit('10:00:00', 60), visit('12:00:00', 30))).toEqual([
    [4, 6, 0, 2],
    [6, 2, 1, 2],
    [8, 4, 1, 2],
    [16, 2, 0, 1],
  ])
})

test('in the staff calendar two short visits in the same half hour share the width', () => {
  expect(places(visit('11:00:00', 30), visit('11:00:00', 30))).toEqual([
    [12, 2, 0, 2],
    [12, 2, 1, 2],
  ])
})

test('in the staff calendar a visit that continues after midnight is drawn until the end of the day', () => {
  expect(places(visit('23:30:00', 90), visit('00:00:00', 60))).toEqual([
    [62, 4, 0, 2],
    [64, 2, 1, 2],
  ])
})
