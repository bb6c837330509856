import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { treatmentPlansContract, type DuePlan } from '#shared/treatment-plans/contract.ts'
import type { Role } from '#shared/people/role.ts'
import { sampleId, service } from '#web/test/samples.ts'
import { answer, answerBy, drawScreen, loseConnection } from '#web/test/screen.tsx'
import DuePage from './due-page.tsx'
import { contact, sampleDuePlan } from './plan-fixture.ts'

const draw = (role: Role, ...plans: DuePlan[]) => {
  answer(treatmentPlansContract.due, { data: plans, total: plans.length, page: 1, per_page: 25 })
  return drawScreen(<DuePage />, { role, keepsCharts: true })
}

test('the list of due sessions shows the client with the number to call, the treatment plan, the session and its due date', async () => {
  draw('cashier', sampleDuePlan())
  const row = within(await screen.findByRole('row', { name: /Bianca Garcia/ }))
  expect(row.getByText(service.service_name)).toBeTruthy()
  expect(row.getByText('3 of 6')).toBeTruthy()
  expect(row.getByText('Feb 24, 2020')).toBeTruthy()
  expect(row.getByText(/^for [\d,]+ days$/)).toBeTruthy()
  expect(row.getByRole('link', { name: /0917 555 1234/ }).getAttribute('href')).toMatch(/^tel:/)
  expect(screen.getByText('1 session is due and not booked')).toBeTruthy()
})

test('the list of due sessions shows the e-mail of a client without a phone number', async () => {
  draw('cashier', sampleDuePlan({ client: { ...contact, contact_number: null, email: 'bianca@example.ph' } }))
  const row = within(await screen.findByRole('row', { name: /Bianca Garcia/ }))
  expect(row.getByText(/bianca/, { selector: 'span' }).textContent).toBe('bianca@example.ph')
})

test('BOOK in the list of due sessions opens the schedule dialog with the client and the service', async () => {
  const { person } = draw('cashier', sampleDuePlan())
  await person.click(await screen.findByRole('button', { name: 'Book for Bianca Garcia' }))
  const dialog = within(await screen.findByRole('dialog'))
  const valueOf = (name: RegExp) => dialog.getByRole<HTMLInputElement>('combobox', { name }).value
  expect([valueOf(/^Client/), valueOf(/^Service/)]).toEqual(['Bianca Garcia', service.service_name])
})

test('a session of a service that the clinic no longer offers is listed without BOOK', async () => {
  draw('cashier', sampleDuePlan({ service: null }))
  await screen.findByRole('row', { name: /Bianca Garcia/ })
  expect(screen.queryByRole('button', { name: /^Book/ })).toBeNull()
})

test('in the list of due sessions a practitioner can open the chart, but cannot book, call or export', async () => {
  draw('practitioner', sampleDuePlan({ client: { ...contact, contact_number: null, email: null } }))
  const row = within(await screen.findByRole('row', { name: /Bianca Garcia/ }))
  expect(row.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([`/charts/${contact.client_id}`])
  expect(screen.queryByRole('button', { name: /Book|EXPORT/ })).toBeNull()
})

test('an empty list of due sessions says when clients are listed; a search without a match says so', async () => {
  answerBy(treatmentPlansContract.due, () => ({ data: [], total: 0, page: 1, per_page: 25 }))
  const { person } = drawScreen(<DuePage />, { role: 'cashier', keepsCharts: true })
  expect(await screen.findByText('Nobody is due')).toBeTruthy()
  await person.type(screen.getByRole('searchbox', { name: 'Search clients' }), 'zzz')
  expect(await screen.findByText('Nobody found')).toBeTruthy()
})

test('a list of due sessions that cannot be loaded shows an error', async () => {
  loseConnection(treatmentPlansContract.due)
  drawScreen(<DuePage />, { role: 'cashier', keepsCharts: true })
  expect(await screen.findByText('The list could not be loaded.')).toBeTruthy()
})

test('a long list of due sessions is divided into pages', async () => {
  const plans = Array.from({ length: 25 }, (_, index) => sampleDuePlan({ id: sampleId(500 + index) }))
  answer(treatmentPlansContract.due, { data: plans, total: 400, page: 1, per_page: 25 })
  drawScreen(<DuePage />, { role: 'admin', keepsCharts: true })
  expect(await screen.findAllByRole('row', { name: /Bianca Garcia/ })).toHaveLength(25)
  expect(screen.getByRole('navigation', { name: /page/i })).toBeTruthy()
})
