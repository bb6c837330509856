import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { approvalsContract } from '#shared/approvals/contract.ts'
import { approvalMessages as a } from '#shared/approvals/messages.ts'
import { paymentSettingsContract } from '#shared/sales/till-contract.ts'
import { paymentSettingsMessages as s } from '#shared/sales/messages.ts'
import { uiMessages } from '#shared/lib/messages.ts'
import { answer, drawScreen, sentBodies } from '#web/test/screen.tsx'
import PaymentsPage from './payments-page.tsx'

const savedSettings = {
  methods: ['cash' as const],
  discount_limit: null,
  qr_ph: null,
  packages_pro_rata: false,
  approvers: [],
  version: 1,
}
function answerSettings(): void {
  answer(paymentSettingsContract.read, { data: savedSettings })
  answer(paymentSettingsContract.save, { data: { ...savedSettings, methods: ['cash', 'card'], version: 2 } })
}

test('payment methods are switched on and off, the last one cannot be switched off, and setting a PIN asks for the password', async () => {
  answerSettings()
  answer(approvalsContract.setPin, { message: a.pinSaved })
  const { person } = drawScreen(<PaymentsPage />, { role: 'admin' })
  expect(await screen.findByText(s.lastMethod)).toBeTruthy()
  await person.click(screen.getByRole('switch', { name: s.card }))
  await person.click(screen.getByRole('button', { name: s.save }))
  await waitFor(() =>
    expect(sentBodies.at(-1)).toEqual({
      methods: ['cash', 'card'],
      qr_ph: '',
      packages_pro_rata: false,
      discount_limit: null,
    }),
  )
  await person.click(screen.getByRole('button', { name: a.setPin }))
  await person.type(await screen.findByLabelText(/^New PIN/), '491705')
  await person.type(screen.getByLabelText(/^Your password/), 'a long enough password')
  await person.click(screen.getByRole('button', { name: a.save }))
  await waitFor(() => expect(sentBodies.at(-1)).toEqual({ pin: '491705', current_password: 'a long enough password' }))
})

test('leaving the payment settings asks before changes that are not saved are lost', async () => {
  answerSettings()
  const { person, router } = drawScreen(<PaymentsPage />, { role: 'admin', at: '/settings/payments' })
  const leave = () => act(() => router.navigate('/dashboard'))
  await person.click(await screen.findByRole('switch', { name: s.card }))
  await leave()
  await person.click(await screen.findByRole('button', { name: uiMessages.stay }))
  expect(router.state.location.pathname).toBe('/settings/payments')
  await person.click(screen.getByRole('button', { name: s.save }))
  expect(await screen.findByText(s.saved)).toBeTruthy()
  await leave()
  expect(router.state.location.pathname).toBe('/dashboard')
})

test('payment with Form 2307 is off at first and can be switched on; another method must stay on, because this form brings no money', async () => {
  const settings = {
    methods: ['cash' as const],
    discount_limit: null,
    qr_ph: null,
    packages_pro_rata: false,
    approvers: [],
    version: 1,
  }
  answer(paymentSettingsContract.read, { data: settings })
  answer(paymentSettingsContract.save, { data: { ...settings, methods: ['cash', 'withheld'], version: 2 } })
  const { person } = drawScreen(<PaymentsPage />, { role: 'admin' })
  const form2307 = await screen.findByRole('switch', { name: s.withheld })
  expect(form2307.getAttribute('aria-checked')).toBe('false')
  await person.click(form2307)
  expect(screen.getByText(s.lastMethod)).toBeTruthy()
  await person.click(screen.getByRole('button', { name: s.save }))
  await waitFor(() =>
    expect(sentBodies.at(-1)).toEqual({
      methods: ['cash', 'withheld'],
      qr_ph: '',
      packages_pro_rata: false,
      discount_limit: null,
    }),
  )
})

test('the limit for discounts by cashiers starts at 10 percent when switched on, can be changed, and is rejected if invalid', async () => {
  const settings = {
    methods: ['cash' as const],
    discount_limit: null,
    qr_ph: null,
    packages_pro_rata: false,
    approvers: [],
    version: 1,
  }
  answer(paymentSettingsContract.read, { data: settings })
  answer(paymentSettingsContract.save, { data: { ...settings, discount_limit: 12.5, version: 2 } })
  const { person } = drawScreen(<PaymentsPage />, { role: 'admin' })
  await person.click(await screen.findByRole('switch', { name: s.hasLimit }))
  const limit = screen.getByRole<HTMLInputElement>('textbox', { name: s.limit })
  expect(limit.value).toBe('10')
  expect(screen.getByText(s.nobodyApproves)).toBeTruthy()
  await person.clear(limit)
  await person.type(limit, '101')
  await person.click(screen.getByRole('button', { name: s.save }))
  expect(await screen.findByText(s.limitInvalid)).toBeTruthy()
  expect(sentBodies).toHaveLength(0)
  await person.clear(limit)
  await person.type(limit, '12.5')
  await person.click(screen.getByRole('button', { name: s.save }))
  await waitFor(() =>
    expect(sentBodies.at(-1)).toEqual({ methods: ['cash'], qr_ph: '', packages_pro_rata: false, discount_limit: 12.5 }),
  )
  await person.click(screen.getByRole('switch', { name: s.hasLimit }))
  expect(screen.queryByRole('textbox', { name: s.limit })).toBeNull()
  await person.click(screen.getByRole('button', { name: s.save }))
  await waitFor(() =>
    expect(sentBodies.at(-1)).toEqual({ methods: ['cash'], qr_ph: '', packages_pro_rata: false, discount_limit: null }),
  )
})
