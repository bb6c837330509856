import { expect, test } from 'vitest'
import { APPOINTMENT_STATUSES, canTransition, type AppointmentStatus } from '#shared/appointments/status.ts'
import { offeredTransitions } from './appointment-changes.ts'

const TODAY = '2026-11-21'
const labels = (status: AppointmentStatus, date = TODAY) =>
  offeredTransitions({ status, appointment_date: date }, TODAY).map((move) => move.label)

test('an appointment has the buttons that its status allows, with the usual next step first', () => {
  expect(labels('pending')).toEqual(['CONFIRM', 'RESCHEDULE', 'DECLINE'])
  expect(labels('confirmed')).toEqual(['Start Treatment', 'RESCHEDULE', 'Cancel Appointment'])
  expect(labels('resched')).toEqual(['CONFIRM', 'Start Treatment', 'RESCHEDULE', 'Cancel Appointment'])
  expect(labels('on-going')).toEqual(['End Treatment', 'Cancel Appointment'])
  expect(labels('completed')).toEqual([])
  expect(labels('cancelled')).toEqual([])
})

test('a treatment can be started on its date and later, not before', () => {
  expect(labels('confirmed', '2026-11-22')).not.toContain('Start Treatment')
  expect(labels('confirmed', '2026-11-20')).toContain('Start Treatment')
})

test('an appointment has no button for a change that the server would reject', () => {
  for (const status of APPOINTMENT_STATUSES)
    for (const { to } of offeredTransitions({ status, appointment_date: TODAY }, TODAY))
      expect(canTransition(status, to)).toBe(true)
})
