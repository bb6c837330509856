import { describe, expect, test } from 'vitest'
import {
  APPOINTMENT_STATUSES,
  CLIENT_CANCELLABLE_STATUSES,
  isActive,
  isPayable,
  isUnpaid,
  canTransition,
  transitionsFrom,
  PAYABLE_STATUSES,
  type AppointmentStatus,
} from './status.ts'

/** The expected rules, written by hand: whether a status may change from that of the row to that of the column. */
const TABLE: Record<AppointmentStatus, string> = {
  // Columns: pending confirmed on-going completed resched cancelled
  pending: '    -       yes       -        -         yes     yes',
  confirmed: '  -       -         yes      -         yes     yes',
  'on-going': ' -       -         -        yes       -       yes',
  completed: '  -       -         -        -         -       -',
  resched: '    -       yes       yes      -         yes     yes',
  cancelled: '  -       -         -        -         -       -',
}

test('an appointment’s status can change exactly as the table in this test allows', () => {
  for (const from of APPOINTMENT_STATUSES) {
    const row = TABLE[from].trim().split(/\s+/)
    const told = APPOINTMENT_STATUSES.map((to) => (canTransition(from, to) ? 'yes' : '-'))
    expect([from, ...told]).toEqual([from, ...row])
    expect(new Set(transitionsFrom(from))).toEqual(new Set(APPOINTMENT_STATUSES.filter((_, i) => row[i] === 'yes')))
  }
})

test('from every unfinished status an appointment can become completed or cancelled in one or more changes, and a final status cannot be changed', () => {
  const reaches = (from: AppointmentStatus, seen = new Set<AppointmentStatus>()): Set<AppointmentStatus> => {
    for (const to of transitionsFrom(from)) if (!seen.has(to)) reaches(to, seen.add(to))
    return seen
  }
  for (const status of APPOINTMENT_STATUSES)
    if (isActive(status)) {
      expect(reaches(status)).toContain('completed')
      expect(reaches(status)).toContain('cancelled')
    } else expect(transitionsFrom(status)).toEqual([])
})

test('no status can be changed back to pending, and only a started treatment can be completed', () => {
  for (const from of APPOINTMENT_STATUSES) {
    expect(canTransition(from, 'pending')).toBe(false)
    expect(canTransition(from, 'completed')).toBe(from === 'on-going')
  }
})

test('every status in which a client may cancel can change to cancelled; payable visits are neither pending nor cancelled', () => {
  for (const status of CLIENT_CANCELLABLE_STATUSES) expect(canTransition(status, 'cancelled')).toBe(true)
  expect(CLIENT_CANCELLABLE_STATUSES).not.toContain('on-going')
  expect([...PAYABLE_STATUSES].sort()).toEqual(['completed', 'confirmed', 'on-going', 'resched'])
})

describe('a visit on November 21', () => {
  const visit = { status: 'completed', is_paid: false, appointment_date: '2026-11-21' } as const
  test.each([
    ['completed', {}, true, true],
    ['on-going', { status: 'on-going' }, true, true],
    ['confirmed', { status: 'confirmed' }, true, false],
    ['rescheduled', { status: 'resched' }, true, false],
    ['pending', { status: 'pending' }, false, false],
    ['cancelled', { status: 'cancelled' }, false, false],
    ['paid', { is_paid: true }, false, false],
    ['of tomorrow', { appointment_date: '2026-11-22' }, true, true],
    ['of the day after', { appointment_date: '2026-11-23' }, false, true],
    ['of 30 days ago', { appointment_date: '2026-10-22' }, true, true],
    ['of 31 days ago', { appointment_date: '2026-10-21' }, false, true],
  ] as const)(
    'a visit that is %s is payable at the till, and counts as unpaid, exactly as the list in this test says',
    (_, changes, payable, unpaid) => {
      expect(isPayable({ ...visit, ...changes }, '2026-11-21')).toBe(payable)
      expect(isUnpaid({ ...visit, ...changes })).toBe(unpaid)
    },
  )
})
