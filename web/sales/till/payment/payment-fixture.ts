import { createElement } from 'react'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, vi } from 'vitest'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import type { Role } from '#shared/people/role.ts'
import { paymentMessages as s } from '#shared/sales/till-messages.ts'
import { paymentSettingsContract } from '#shared/sales/till-contract.ts'
import { client, page, sampleId, service, treatment } from '#web/test/samples.ts'
import { answer, asked, drawScreen } from '#web/test/screen.tsx'
import { newOrder, type Order } from '#web/sales/till/order.ts'
import { PaymentDialog } from './payment-dialog.tsx'
import type { PaymentOutcome } from './use-payment.ts'

export const approver = { id: sampleId(41), name: 'Olga Owner' }
const buyer = { userId: client.user_id, name: client.name, email: null, contactNumber: null }
const line = {
  serviceId: service.id,
  name: service.service_name,
  treatmentId: treatment.id,
  treatmentName: 'Facials',
  price: 150_000,
  quantity: 1,
  addOns: [],
}

type Setting = {
  changes?: Partial<Order>
  role?: Role
  limit?: number | null
  approvers?: (typeof approver)[]
  qr_ph?: string | null
}

/** For tests: opens the payment for a client without an appointment, of a service for ₱1,500. */
export async function openPayment({
  changes,
  role = 'cashier',
  limit = null,
  approvers = [approver],
  ...more
}: Setting = {}) {
  answer(appointmentsContract.payable, { appointments: [], total: 0, ...page })
  const methods = ['cash' as const, 'gcash' as const, 'maya' as const, 'bank_transfer' as const]
  answer(paymentSettingsContract.read, {
    data: {
      methods,
      discount_limit: limit,
      qr_ph: more.qr_ph ?? null,
      packages_pro_rata: false,
      approvers,
      version: 1,
    },
  })
  const order: Order = { ...newOrder(sampleId(99)), lines: [line], method: 'gcash', ...changes }
  const send = vi.fn<(body: object) => Promise<PaymentOutcome>>(() => Promise.resolve({ kind: 'recorded' }))
  const onOutcome = vi.fn()
  const payment = { send, isSending: false, recorded: vi.fn() }
  const { person } = drawScreen(
    createElement(PaymentDialog, { open: true, order, buyer, payment, onClose: () => undefined, onOutcome }),
    { role },
  )
  await waitFor(() => expect(asked).toContain('GET /api/payment-settings'))
  await screen.findByRole('radio', { name: 'No appointment (walk-in visit)' })
  const button = (name: string) => screen.getByRole('button', { name })
  return {
    person,
    send,
    onOutcome,
    press: (name: string) => person.click(button(name)),
    button,
    /** Returns the queries within the group of one payment of a split, by its number from 1. */
    part: (number: number) => within(screen.getByRole('group', { name: s.payment(number) })),
    single: (name: RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name }),
  }
}
