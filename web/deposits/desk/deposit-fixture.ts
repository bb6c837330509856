import type { Deposit } from '#shared/deposits/contract.ts'
import type { MoneyMethod } from '#shared/sales/payment.ts'
import { paymentSettingsContract } from '#shared/sales/till-contract.ts'
import { client, sampleId } from '#web/test/samples.ts'
import { answer } from '#web/test/screen.tsx'

/** A deposit that the client has not paid yet, for tests of screens. */
export const requested: Deposit = {
  id: sampleId(91),
  status: 'requested',
  amount: 500,
  balance: 0,
  client: { client_id: client.id, user_id: client.user_id, name: client.name },
  visit: {
    appointment_id: sampleId(51),
    appointment_date: '2099-11-23',
    appointment_time: '09:00:00',
    services: ['Hydra Glow', 'Diamond Peel'],
    status: 'pending',
  },
  requested_at: '2026-11-20T09:00:00+08:00',
  held_until: '2026-11-21T09:00:00+08:00',
  report: null,
  payment: null,
  refused_reason: null,
  policy: { return_notice_hours: 24, note: 'Deposits are kept for late clients.' },
  by_policy: null,
  settled: null,
}

/** A deposit whose payment the client has reported with a screenshot. */
export const reported: Deposit = {
  ...requested,
  status: 'reported',
  report: {
    method: 'gcash',
    reference_number: 'GC-1001',
    reported_at: '2026-11-20T10:00:00+08:00',
    has_picture: true,
  },
}

/** A verified deposit of a visit that is still to come. */
export const paid: Deposit = {
  ...reported,
  status: 'paid',
  balance: 500,
  held_until: null,
  visit: { ...reported.visit, status: 'confirmed' },
  payment: {
    account_id: sampleId(52),
    number: 7,
    method: 'gcash',
    reference_number: 'GC-1001',
    paid_at: '2026-11-20T11:00:00+08:00',
    verified_by: 'Ana Reyes',
    print_count: 0,
  },
}

/** A verified deposit of a visit that the client has cancelled in time. */
export const cancelled: Deposit = { ...paid, visit: { ...paid.visit, status: 'cancelled' }, by_policy: 'returned' }

/** For screen tests: answers the request for the payment settings as a clinic that accepts these payment methods. */
export function answerSettings(methods: MoneyMethod[]) {
  const settings = { methods, discount_limit: null, qr_ph: null, packages_pro_rata: false, approvers: [], version: 1 }
  answer(paymentSettingsContract.read, { data: settings })
}
