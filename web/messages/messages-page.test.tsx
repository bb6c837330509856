import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { messagesContract, type OutboxMessage } from '#shared/messages/contract.ts'
import { messagesMessages as s } from '#shared/messages/messages.ts'
import { defaultTemplate } from '#shared/messages/message-types.ts'
import { answer, drawScreen, sentBodies, sentVersions } from '#web/test/screen.tsx'
import { settingOf, settings, shownMail } from './message-settings-fixture.ts'
import MessagesPage from './messages-page.tsx'

const message: OutboxMessage = {
  id: '01900000-0000-7000-8000-0000000000aa',
  occasion: 'confirmed',
  channel: 'email',
  state: 'skipped',
  reason: 'no-email-server',
  person: 'Liza Soriano',
  appointment_date: '2026-12-01',
  appointment_time: '14:00:00',
  created_at: '2026-11-21T09:00:00+08:00',
  send_at: '2026-11-21T09:00:00+08:00',
  sent_at: null,
  tries: 0,
  unanswered: 0,
}
const summary = { queued: 0, sending: 0, sent: 0, failed: 0, skipped: 1 }
const listOf = (...data: OutboxMessage[]) =>
  answer(messagesContract.list, { data, total: data.length, page: 1, per_page: 20, summary })

test('without a mail server or SMS gateway the page Messages explains how to set one up, and offers no test message', async () => {
  answer(messagesContract.settings, { data: settings })
  listOf(message)
  drawScreen(<MessagesPage />)
  expect(await screen.findByText(s.emailOff)).toBeTruthy()
  expect(screen.getByText(s.smsHow)).toBeTruthy()
  for (const channel of ['email', 'sms'] as const)
    expect(screen.queryByRole('button', { name: s.sendTest[channel] })).toBeNull()
  expect(await screen.findByText('No e-mail server set')).toBeTruthy()
})

test('the message history shows why a message failed or when it will be sent; sending again needs a confirmation', async () => {
  answer(messagesContract.settings, { data: { ...settings, email: { host: 'mail.example', from: 'a@b.example' } } })
  listOf(
    { ...message, state: 'failed', reason: 'EMESSAGE 550' },
    { ...message, id: message.id.replace('aa', 'ab'), state: 'queued', reason: 'ESOCKET', person: null },
  )
  answer(messagesContract.resend, { message: s.resent })
  const { person } = drawScreen(<MessagesPage />)
  expect(await screen.findByText('Not accepted: EMESSAGE 550')).toBeTruthy()
  expect(screen.getByText('Will be tried again: ESOCKET. Will be sent Nov 21, 2026, 9:00 AM')).toBeTruthy()
  expect(screen.getByText(s.nobody)).toBeTruthy()
  await person.click(screen.getByRole('button', { name: 'Send again: Visit confirmed, E-mail, Liza Soriano' }))
  const question = await screen.findByRole('alertdialog')
  await person.click(within(question).getByRole('button', { name: s.resend }))
  expect(await screen.findByText(s.resent)).toBeTruthy()
})

test('the message history says that an SMS for which the gateway gave no answer may have arrived, and what to do before sending it again', async () => {
  answer(messagesContract.settings, { data: settings })
  const sms = { ...message, channel: 'sms', reason: 'no-answer', unanswered: 1 } as const
  const idOf = (end: string) => message.id.replace('aa', end)
  listOf(
    { ...sms, id: idOf('a1'), state: 'queued' },
    { ...sms, id: idOf('a2'), state: 'failed', unanswered: 3 },
    { ...sms, id: idOf('a3'), state: 'sent', reason: null, sent_at: '2026-11-21T09:15:00+08:00' },
    { ...sms, id: idOf('a4'), state: 'skipped', reason: 'passed' },
  )
  drawScreen(<MessagesPage />)
  expect(
    await screen.findByText('Will be tried again: The SMS gateway did not answer. Will be sent Nov 21, 2026, 9:00 AM'),
  ).toBeTruthy()
  expect(screen.getByText('The SMS gateway did not answer')).toBeTruthy()
  expect(screen.getByText(s.mayHaveArrivedAsk)).toBeTruthy()
  expect(screen.getByText(s.mayHaveArrivedTwice)).toBeTruthy()
  expect(screen.getAllByText(s.mayHaveArrived)).toHaveLength(2)
})

test('a test message can be sent by e-mail and by SMS if they are set up', async () => {
  const email = { host: 'mail.example', from: 'a@b.example' }
  answer(messagesContract.settings, { data: { ...settings, email, sms: { host: 'sms.example' } } })
  listOf()
  answer(messagesContract.test, { message: s.testQueued('0917 123 4567') })
  const { person } = drawScreen(<MessagesPage />)
  for (const channel of ['email', 'sms'] as const) {
    await person.click(await screen.findByRole('button', { name: s.sendTest[channel] }))
    await expect.poll(() => sentBodies.at(-1)).toEqual({ channel })
  }
  expect(await screen.findAllByText(s.testQueued('0917 123 4567'))).not.toHaveLength(0)
})

test('the switch and the text of the e-mail about waiting requests are beside the hours after which it is sent', async () => {
  answer(messagesContract.settings, { data: settings })
  listOf()
  const { person } = drawScreen(<MessagesPage />)
  const card = within(await screen.findByRole('region', { name: s.requests }))
  expect(card.getByRole('switch', { name: /E-mail.*Requests waiting/ })).toBeTruthy()
  await person.click(card.getByRole('button', { name: /Edit the E-mail text/ }))
  expect((await shownMail()).mail.getByText('Open the requests')).toBeTruthy()
})

test('the request that switches a message type off also contains its displayed text, so that the text stays, and the version of the setting', async () => {
  answer(messagesContract.settings, { data: settings })
  listOf()
  const saved = { ...settingOf('confirmed', 'email'), is_on: false, version: 1 }
  answer(messagesContract.saveOccasion, { data: saved })
  const { person } = drawScreen(<MessagesPage />)
  await person.click(await screen.findByRole('switch', { name: /E-mail.*Visit confirmed/ }))
  expect(await screen.findByText('Visit confirmed: switched off')).toBeTruthy()
  expect(sentBodies.at(-1)).toEqual({
    occasion: 'confirmed',
    channel: 'email',
    is_on: false,
    ...defaultTemplate('confirmed', 'email'),
  })
  expect(sentVersions.at(-1)).toBe('0')
})

test('messages with an access link have no switch, and their preview shows the link as a button', async () => {
  answer(messagesContract.settings, { data: settings })
  listOf()
  const { person } = drawScreen(<MessagesPage />)
  const card = within(await screen.findByRole('region', { name: s.accounts }))
  expect(card.getByText(s.accountsHint)).toBeTruthy()
  expect(card.getAllByRole('switch')).toHaveLength(3)
  for (const name of [/E-mail.*Receipt/, /E-mail.*Void of a sale/, /E-mail.*Refund/])
    expect(card.getByRole('switch', { name })).toBeTruthy()
  expect(card.getAllByText(/always sent$/)).toHaveLength(6)
  await person.click(card.getByRole('button', { name: 'Edit the E-mail text: New password' }))
  const { mail } = await shownMail()
  const around = ['Open this link to choose one. It works once, for 60 minutes.', 'Choose a new password']
  for (const text of [...around, 'If it was not you, ignore this e-mail. Your password stays as it is.'])
    expect(mail.getByText(text)).toBeTruthy()
  expect(mail.queryByText(/\{link\}/)).toBeNull()
  fireEvent.change(screen.getByRole('textbox', { name: /^Text/ }), { target: { value: 'No way in' } })
  expect((await shownMail()).mail.queryByText('Choose a new password')).toBeNull()
  expect(screen.getByText(new RegExp(s.linkHint.replace(/[{}]/g, '\\$&')))).toBeTruthy()
})

test('the hours after which staff are notified of a request are sent with the displayed version of the settings', async () => {
  answer(messagesContract.settings, { data: settings })
  listOf()
  const { person } = drawScreen(<MessagesPage />)
  const field = await screen.findByRole('textbox', { name: s.requestHours })
  const card = within(screen.getByRole('region', { name: s.requests }))
  await person.clear(field)
  await person.type(field, '8')
  await person.tab()
  answer(messagesContract.saveRequestAlert, { data: { request_hours: 8, version: 1 } })
  await person.click(card.getByRole('button', { name: s.save }))
  expect(await screen.findByText(s.requestsSaved)).toBeTruthy()
  expect(sentBodies.at(-1)).toEqual({ request_hours: 8 })
  expect(sentVersions.at(-1)).toBe('0')
})
