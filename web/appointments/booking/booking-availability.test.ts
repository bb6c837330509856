import { expect, test } from 'vitest'
import { firstFreeAfter, nearestTimes } from './booking-availability.tsx'

const day = (date: string, ...times: string[]) => ({ date, starts: times.map((time) => ({ time: `${time}:00` })) })
const lost = { date: '2026-12-01', time: '10:00:00' }
const words = (times: { date: string; time: string }[]) => times.map(({ date, time }) => `${date} ${time.slice(0, 5)}`)

test('the three times offered instead of a time that somebody else took are the nearest ones, earliest first', () => {
  const days = [day('2026-12-01', '08:00', '09:00', '09:30', '10:00', '11:30', '15:00'), day('2026-12-02', '10:00')]
  const taken = new Set(['10:00:00', '09:30:00'])
  expect(words(nearestTimes(lost, days, taken))).toEqual(['2026-12-01 08:00', '2026-12-01 09:00', '2026-12-01 11:30'])
})

test('if a day has fewer than three free times, times of the next days are offered too; midnight is the last time of its day', () => {
  const days = [day('2026-12-01', '10:00', '00:00'), day('2026-12-02'), day('2026-12-03', '08:00', '10:00', '12:00')]
  expect(words(nearestTimes(lost, days, new Set(['10:00:00'])))).toEqual([
    '2026-12-01 00:00',
    '2026-12-03 08:00',
    '2026-12-03 10:00',
  ])
  expect(nearestTimes(lost, [day('2026-12-01')], new Set())).toEqual([])
})

test('a search for the first free time after a date finds only later days', () => {
  const days = [day('2026-12-01', '10:00'), day('2026-12-02'), day('2026-12-03', '08:00', '10:00')]
  expect(firstFreeAfter('2026-12-01', days)).toEqual({ date: '2026-12-03', time: '08:00:00' })
  expect(firstFreeAfter('2026-12-03', days)).toBeNull()
})
