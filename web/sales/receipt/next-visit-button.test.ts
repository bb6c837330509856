import { expect, test } from 'vitest'
import { nearestStart } from './next-visit-button.tsx'

const free = (date: string, ...times: string[]) => ({
  date,
  starts: times.map((time) => ({ time, practitioners: [1] })),
})

test('the next visit is suggested on the wanted day, at the free time nearest to the client’s usual time', () => {
  const days = [free('2026-12-23', '10:00:00'), free('2026-12-24', '09:00:00', '13:30:00', '15:00:00')]
  const at = (time: string | null) => nearestStart(days, { date: '2026-12-24', time })
  expect(at('14:00:00')).toEqual({ date: '2026-12-24', time: '13:30:00', practitioner: 1 })
  expect(at(null)).toMatchObject({ time: '09:00:00' })
})

test('without a free time on the wanted day, the next visit is suggested on the nearest day with a free time; without any free time, nothing is suggested', () => {
  const wanted = { date: '2026-12-24', time: null }
  const days = [free('2026-12-21', '10:00:00'), free('2026-12-24'), free('2026-12-26', '11:00:00')]
  expect(nearestStart(days, wanted)?.date).toBe('2026-12-26')
  expect(nearestStart([free('2026-12-22', '09:00:00'), ...days], wanted)?.date).toBe('2026-12-22')
  expect(nearestStart([free('2026-12-24')], wanted)).toBeUndefined()
})
