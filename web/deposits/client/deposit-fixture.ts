import type { OwnDeposit, WaysToPay } from '#shared/deposits/own-contract.ts'
import { sampleId } from '#shared/test/samples.ts'

/** This file contains deposits as the server returns them, for tests of screens. */
export const NO_WAYS: WaysToPay = { qr_ph: null, gcash: null, maya: null, bank_transfer: null }

export const sampleDeposit = (changes: Partial<OwnDeposit> = {}): OwnDeposit => ({
  appointment_id: sampleId(51),
  status: 'requested',
  amount: 500,
  held_until: '2026-11-24T02:00:00.000Z',
  report: null,
  refused_reason: null,
  policy: { return_notice_hours: 24, note: 'Show your receipt at the desk.' },
  ...changes,
})

export const sampleReport = (changes: Partial<NonNullable<OwnDeposit['report']>> = {}) => ({
  method: 'gcash' as const,
  reference_number: '9012345678901',
  reported_at: '2026-11-23T02:00:00.000Z',
  has_picture: false,
  ...changes,
})
