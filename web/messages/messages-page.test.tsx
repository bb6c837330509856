import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { messagesContract, type MessageSettings, type OutboxMessage } from '#shared/messages/contract.ts'
import { messagesMessages as s } from '#shared/messages/messages.ts'
import { CHANNELS, defaultTemplate, VISIT_OCCASIONS } from '#shared/messages/occasions.ts'
import { answer, drawScreen, refuse, sentBodies, sentVersions } from '#web/test/screen.tsx'
import MessagesPage from './messages-page.tsx'
import { TemplateDialog } from './template-dialog.tsx'

const values = {
  client: 'Maria Santos',
  service: 'Diamond Peel',
  date: 'Tuesday, December 1, 2026',
  time: '2:00 PM',
  practitioner: 'our team',
  clinic: 'Perlas',
  phone: '0917 555 0100',
  address: '12 Scout St',
  old_date: 'Monday, November 30, 2026',
  old_time: '10:00 AM',
  until: '10:30 AM',
}
const settings: MessageSettings = {
  requests: { request_hours: 4, version: 0 },
  email: null,
  sms: null,
  occasions: VISIT_OCCASIONS.flatMap((occasion) =>
    CHANNELS.map((channel) => ({
      occasion,
      channel,
      is_on: channel === 'email',
      ...defaultTemplate(occasion, channel),
      is_own: false,
      version: 0,
    })),
  ),
  sample: { is_real: false, email: values, sms: { ...values, date: 'Tue, Dec 1' } },
}
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
}
const summary = { queued: 0, sending: 0, sent: 0, failed: 0, skipped: 1 }
const listOf = (...data: OutboxMessage[]) =>
  answer(messagesContract.list, { data, total: data.length, page: 1, per_page: 20, summary })
const settingOf = (occasion: string, channel: string) =>
  settings.occasions.find((each) => each.occasion === occasion && each.channel === channel)!

test('without servers the page says so, how they are set up, and offers no test', async () => {
  answer(messagesContract.settings, { data: settings })
  listOf(message)
  drawScreen(<MessagesPage />)
  expect(await screen.findByText(s.emailOff)).toBeTruthy()
  expect(screen.getByText(s.smsHow)).toBeTruthy()
  expect(screen.queryByRole('button', { name: s.sendTest })).toBeNull()
  expect(await screen.findByText('No e-mail server set')).toBeTruthy()
})

test('the history tells of each state why or when, and a message is sent again after a question', async () => {
  answer(messagesContract.settings, { data: { ...settings, email: { host: 'mail.example', from: 'a@b.example' } } })
  listOf(
    { ...message, state: 'failed', reason: 'EMESSAGE 550' },
    { ...message, id: message.id.replace('aa', 'ab'), state: 'queued', reason: 'ESOCKET', person: null },
  )
  answer(messagesContract.resend, { message: s.resent })
  const { person } = drawScreen(<MessagesPage />)
  expect(await screen.findByText('Not taken: EMESSAGE 550')).toBeTruthy()
  expect(screen.getByText('Tries again: ESOCKET. Leaves Nov 21, 2026, 9:00 AM')).toBeTruthy()
  expect(screen.getByText(s.nobody)).toBeTruthy()
  await person.click(screen.getByRole('button', { name: 'Send again: Visit confirmed, E-mail, Liza Soriano' }))
  const question = await screen.findByRole('alertdialog')
  await person.click(within(question).getByRole('button', { name: s.resend }))
  expect(await screen.findByText(s.resent)).toBeTruthy()
})

test('an occasion is switched off with the text and the version that were seen', async () => {
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

test('the preview follows the text, a word is added where the text was left, and the text is sent', async () => {
  const setting = settingOf('confirmed', 'email')
  answer(messagesContract.saveOccasion, { data: { ...setting, version: 1 } })
  const { person } = drawScreen(
    <TemplateDialog open onClose={() => undefined} setting={setting} sample={settings.sample} />,
  )
  const preview = await screen.findByRole('region', { name: s.preview })
  const text = screen.getByRole('textbox', { name: /^Text/ })
  await person.clear(text)
  await person.type(text, 'See you, ')
  await person.click(screen.getByRole('button', { name: '{client}' }))
  expect(within(preview).getByText('See you, Maria Santos')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '{old_date}' })).toBeNull()
  await person.click(screen.getByRole('button', { name: s.save }))
  expect(await screen.findByText(s.saved)).toBeTruthy()
  expect(sentBodies.at(-1)).toMatchObject({ body: 'See you, {client}' })
})

test('an SMS shows how many it is billed as, and what the server refuses stands at the text', async () => {
  refuse(messagesContract.saveOccasion, {
    status: 422,
    code: 'invalid',
    message: s.smsNoLink,
    errors: { body: [s.smsNoLink] },
  })
  const setting = { ...settingOf('confirmed', 'sms'), body: 'See www.perlas.ph' }
  const { person } = drawScreen(
    <TemplateDialog open onClose={() => undefined} setting={setting} sample={settings.sample} />,
  )
  expect(await screen.findByText('17 characters, 1 SMS')).toBeTruthy()
  await person.click(screen.getByRole('button', { name: s.save }))
  expect(await screen.findByText(s.smsNoLink)).toBeTruthy()
  await person.click(screen.getByRole('button', { name: s.takeDefault }))
  expect(screen.getByRole('textbox', { name: /^Text/ })).toHaveProperty(
    'value',
    defaultTemplate('confirmed', 'sms').body,
  )
})

test('the hours after which staff are told of a request are saved with the version that was seen', async () => {
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
