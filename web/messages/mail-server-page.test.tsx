import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mailServerContract as contract, type MailServer } from '#shared/messages/mail-server-contract.ts'
import { mailServerMessages as s, providerHints } from '#shared/messages/mail-server-messages.ts'
import { uiMessages } from '#shared/lib/messages.ts'
import { answer, choose, drawScreen, refuse, sentBodies, sentVersions } from '#web/test/screen.tsx'
import MailServerPage from './mail-server-page.tsx'

const stored: MailServer = {
  host: 'smtp.example.ph',
  port: 587,
  security: 'starttls',
  user_name: 'clinic@example.ph',
  password: 'stored',
  sender_name: null,
  sender_address: 'clinic@example.ph',
  web_address: 'https://clinic.example.ph',
  version: 3,
}
const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const submit = () => fireEvent.click(screen.getByRole('button', { name: s.save }))

test('choosing a mail provider fills in host, port and security, and the form sends the password once', async () => {
  answer(contract.read, { data: { fixed: null, server: null, public_url: null } })
  answer(contract.save, { data: { ...stored, version: 1 } })
  const { person } = drawScreen(<MailServerPage />)
  expect(await screen.findByText(s.off)).toBeTruthy()
  await choose(person, screen.getByRole('combobox', { name: s.provider }), 'Yahoo Mail')
  expect(await screen.findByText(providerHints.yahoo)).toBeTruthy()
  type(/^User name/, 'clinic@yahoo.com')
  type(/^Password/, 'secret word')
  type(/^Sender’s address/, 'clinic@yahoo.com')
  submit()
  await waitFor(() => expect(sentBodies).toHaveLength(1))
  expect(sentBodies[0]).toEqual({
    host: 'smtp.mail.yahoo.com',
    port: 465,
    security: 'tls',
    user_name: 'clinic@yahoo.com',
    password: 'secret word',
    sender_name: '',
    sender_address: 'clinic@yahoo.com',
    web_address: window.location.origin,
  })
  expect(sentVersions).toEqual(['0'])
})

test('leaving the mail account asks before changes that are not saved are lost, and a saved password leaves the form', async () => {
  answer(contract.read, { data: { fixed: null, server: stored, public_url: null } })
  answer(contract.save, { data: { ...stored, version: 4 } })
  const { person, router } = drawScreen(<MailServerPage />, { at: '/settings/mail' })
  expect(await screen.findByText(s.passwordStored)).toBeTruthy()
  type(/^Password/, 'secret word')
  await act(() => router.navigate('/dashboard'))
  await person.click(await screen.findByRole('button', { name: uiMessages.stay }))
  expect(router.state.location.pathname).toBe('/settings/mail')
  submit()
  expect(await screen.findByText(s.saved)).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>(/^Password/).value).toBe('')
  await act(() => router.navigate('/dashboard'))
  expect(router.state.location.pathname).toBe('/dashboard')
})

test('an empty password field keeps the stored password of the mail server, and a lost password must be entered again', async () => {
  answer(contract.read, { data: { fixed: null, server: { ...stored, password: 'missing' }, public_url: null } })
  refuse(contract.save, {
    status: 422,
    code: 'validation',
    message: s.passwordNeeded,
    errors: { password: [s.passwordNeeded] },
  })
  drawScreen(<MailServerPage />)
  expect(await screen.findByText(s.passwordMissing)).toBeTruthy()
  submit()
  expect(await screen.findByText(s.passwordNeeded)).toBeTruthy()
  expect(sentBodies).toMatchObject([{ password: null }])
  expect(sentVersions).toEqual(['3'])
})

test('after a test e-mail the page shows what the mail server has answered', async () => {
  answer(contract.read, { data: { fixed: null, server: stored, public_url: null } })
  answer(contract.test, { data: { is_sent: false, message: s.problems['log-in'] } })
  drawScreen(<MailServerPage />)
  expect(await screen.findByText(s.passwordStored)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: s.sendTest }))
  expect(await screen.findByText(s.problems['log-in'])).toBeTruthy()
})

test('a mail server that the server’s environment variables configure is shown without a form', async () => {
  const fixed = { host: 'mail.example.ph', from: 'hello@example.ph' }
  answer(contract.read, { data: { fixed, server: null, public_url: 'https://clinic.example.ph' } })
  drawScreen(<MailServerPage />)
  expect(await screen.findByText(s.fixedHint)).toBeTruthy()
  expect(screen.getByText('mail.example.ph')).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.getByRole('button', { name: s.sendTest })).toBeTruthy()
})
