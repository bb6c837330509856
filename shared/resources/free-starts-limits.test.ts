import { expect, test } from 'vitest'
import { isChainWithinOpening } from './free-chains.ts'
import { freeStarts, isInTime, USUAL_NEEDS, type BranchDay } from './free-starts.ts'

const room = { id: 'room', kind: 'room' as const, hours: null, busy: [{ from: 600, to: 630 }] }

test('no start is offered within the service’s minimum notice or beyond its booking horizon', () => {
  const morning = { daysAhead: 0, minute: 600 }
  const at = (terms: { notice: number; horizonDays: number | null }, present: typeof morning) =>
    [600, 615, 660, 661].filter((start) => isInTime(terms, present, start))
  expect(at({ notice: 0, horizonDays: null }, morning)).toEqual([615, 660, 661])
  expect(at({ notice: 60, horizonDays: null }, morning)).toEqual([661])
  // On the evening before, a notice of one day excludes start times in the morning.
  expect(at({ notice: 24 * 60, horizonDays: null }, { daysAhead: 1, minute: -780 })).toEqual([661])
  expect(at({ notice: 0, horizonDays: 30 }, { daysAhead: 30, minute: -40_000 })).toHaveLength(4)
  expect(at({ notice: 0, horizonDays: 30 }, { daysAhead: 31, minute: -41_000 })).toEqual([])
})

test('adjacent opening hours are joined: a visit may start in one time span and end in the next', () => {
  const halves = [
    { from: 480, to: 720 },
    { from: 720, to: 1020 },
  ]
  const long = { ...USUAL_NEEDS, duration: 60 }
  expect(freeStarts({ opening: halves, resources: [{ ...room, hours: halves, busy: [] }] }, long, [690])).toEqual([690])
  expect(isChainWithinOpening(halves, [long], 690)).toBe(true)
})

const tillSix: BranchDay = { opening: [{ from: 480, to: 1080 }], resources: [room] }

test('a visit of ninety minutes is not offered at 4 PM when the clinic closes at 5 PM', () => {
  const tillFive = { opening: [{ from: 480, to: 1020 }], resources: [{ ...room, busy: [] }] }
  expect(freeStarts(tillFive, { ...USUAL_NEEDS, duration: 90 }, [900, 930, 960, 990])).toEqual([900, 930])
})

test('a visit of an hour and a half is offered only where it fits before the next visit and before closing', () => {
  const long = { ...USUAL_NEEDS, duration: 90 }
  expect(freeStarts(tillSix, long, [480, 510, 540, 570, 600, 630, 990, 1020])).toEqual([480, 510, 630, 990])
  expect(isChainWithinOpening(tillSix.opening, [long], 1020)).toBe(false)
})

test('the buffer of a visit may end after closing time, but not overlap another visit', () => {
  const clean = { ...USUAL_NEEDS, bufferAfter: 30 }
  expect(freeStarts(tillSix, clean, [510, 540, 570, 630, 1050])).toEqual([510, 540, 630, 1050])
})
