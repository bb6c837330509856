import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { apiKeysContract as contract, type ApiKey } from '#shared/api-keys/contract.ts'
import { webhooksContract } from '#shared/webhooks/contract.ts'
import { apiKeyMessages as s } from '#shared/api-keys/messages.ts'
import type { Output } from '#shared/lib/endpoint.ts'
import { sampleId } from '#web/test/samples.ts'
import { answer, drawScreen, refuse, sentBodies } from '#web/test/screen.tsx'
import DevelopersPage from './developers-page.tsx'

const accounting: ApiKey = {
  id: sampleId(1),
  name: 'Accounting',
  scopes: ['reports.read', 'sales.read'],
  state: 'active',
  created_at: '2026-11-20T09:00:00+08:00',
  created_by: 'Ada Admin',
  expires_on: '2027-01-31',
  last_used_at: null,
  revoked_at: null,
}
const stopped: ApiKey = {
  ...accounting,
  id: sampleId(2),
  name: 'Old website',
  state: 'stopped',
  expires_on: null,
  last_used_at: '2026-11-20T10:30:00+08:00',
}
const token = `mutya_${'a'.repeat(49)}`

/** Sets the responses of both lists of the page. The webhooks are empty, because they have tests of their own. */
function answerLists(keys: Output<typeof contract.list>) {
  answer(contract.list, keys)
  answer(webhooksContract.list, { data: [] })
}

test('the list of API keys shows permissions, expiry date and status of each key', async () => {
  answerLists({ data: [accounting, stopped] })
  const { person } = drawScreen(<DevelopersPage />, { role: 'admin' })
  const row = within((await screen.findByText('Accounting')).closest('tr')!)
  for (const text of [s.states.active, 'January 31, 2027', s.neverUsed]) expect(row.getByText(text)).toBeTruthy()
  await person.click(row.getByText(s.scopeCount(2)))
  expect(row.getByText(s.scopes['sales.read'])).toBeTruthy()
  const other = within(screen.getByText('Old website').closest('tr')!)
  for (const text of [s.states.stopped, s.stoppedHint, s.never]) expect(other.getByText(text)).toBeTruthy()
})

test('a new API key needs a name and a permission, and is shown once', async () => {
  answerLists({ data: [] })
  const { person } = drawScreen(<DevelopersPage />, { role: 'admin' })
  expect(await screen.findByText(s.none)).toBeTruthy()
  await person.click(screen.getByRole('button', { name: s.add }))
  const form = within(await screen.findByRole('dialog', { name: s.addTitle }))
  await person.type(form.getByLabelText(s.name, { exact: false }), 'Accounting')
  await person.click(form.getByRole('button', { name: s.create }))
  expect(await form.findByText(s.scopeNeeded)).toBeTruthy()
  await person.click(form.getByRole('checkbox', { name: s.scopes['reports.read'] }))
  await person.clear(form.getByLabelText(s.expiresOn, { exact: false }))
  answer(contract.create, { data: { ...accounting, expires_on: null, key: token } })
  answerLists({ data: [accounting] })
  await person.click(form.getByRole('button', { name: s.create }))
  expect(await screen.findByDisplayValue(token)).toBeTruthy()
  expect(sentBodies.at(-1)).toEqual({ name: 'Accounting', scopes: ['reports.read'], expires_on: null })
  await person.click(screen.getByRole('button', { name: s.shownOnce.done }))
  await waitFor(() => expect(screen.queryByDisplayValue(token)).toBeNull())
  expect(await screen.findByText('Accounting')).toBeTruthy()
})

test('when the server refuses to create an API key, the form stays open with the reason at its field', async () => {
  answerLists({ data: [accounting] })
  const { person } = drawScreen(<DevelopersPage />, { role: 'admin' })
  await screen.findByText('Accounting')
  await person.click(screen.getByRole('button', { name: s.add }))
  const form = within(await screen.findByRole('dialog', { name: s.addTitle }))
  await person.type(form.getByLabelText(s.name, { exact: false }), 'accounting')
  await person.click(form.getByRole('checkbox', { name: s.scopes['sales.read'] }))
  refuse(contract.create, { status: 422, message: s.nameTaken, errors: { name: [s.nameTaken] } })
  await person.click(form.getByRole('button', { name: s.create }))
  expect(await form.findByText(s.nameTaken)).toBeTruthy()
})

test('an API key is revoked after a confirmation, and stays in the list as revoked', async () => {
  answerLists({ data: [accounting] })
  const { person } = drawScreen(<DevelopersPage />, { role: 'admin' })
  await person.click(await screen.findByRole('button', { name: s.revokeOf('Accounting') }))
  const question = within(await screen.findByRole('alertdialog', { name: s.revokeTitle('Accounting') }))
  const revoked = { ...accounting, state: 'revoked', revoked_at: '2026-11-21T09:00:00+08:00' } as const
  answer(contract.revoke, { data: revoked })
  answerLists({ data: [revoked] })
  await person.click(question.getByRole('button', { name: s.revoke }))
  expect(await screen.findByText(s.states.revoked)).toBeTruthy()
  expect(screen.queryByRole('button', { name: s.revokeOf('Accounting') })).toBeNull()
})
