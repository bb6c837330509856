import { expect, test } from 'vitest'
import { isLate, isWaiting, canMarkArrival } from './attendance.ts'
import { APPOINTMENT_STATUSES } from './status.ts'

const at = (time: string, date = '2026-11-21') => new Date(`${date}T${time}+08:00`)
const visit = {
  status: 'confirmed',
  appointment_date: '2026-11-21',
  appointment_time: '09:00:00',
  arrived_at: null,
} as const

test('a visit counts as late from exactly a quarter of an hour after its start until its client arrives', () => {
  expect(isLate(visit, at('09:14:59'))).toBe(false)
  expect(isLate(visit, at('09:15:00'))).toBe(true)
  expect(isLate({ ...visit, arrived_at: '2026-11-21T09:16:00+08:00' }, at('09:20:00'))).toBe(false)
  expect(isLate(visit, at('09:15:00', '2026-11-22'))).toBe(false)
})

test('a visit that has started, is over or is cancelled is never late or waiting, and its arrival cannot be recorded', () => {
  const notBegun = ['pending', 'confirmed', 'resched']
  for (const status of APPOINTMENT_STATUSES) {
    const expected = notBegun.includes(status)
    expect(canMarkArrival({ ...visit, status }, at('09:00:00'))).toBe(expected)
    expect(isLate({ ...visit, status }, at('09:30:00'))).toBe(expected)
    expect(isWaiting({ ...visit, status, arrived_at: '2026-11-21T08:50:00+08:00' })).toBe(expected)
  }
})

test('a visit that starts at the midnight that ends a date becomes late only on the following day', () => {
  const night = { ...visit, appointment_time: '00:00:00' }
  expect(isLate(night, at('23:59:00'))).toBe(false)
  expect(isLate(night, at('00:15:00', '2026-11-22'))).toBe(true)
})
