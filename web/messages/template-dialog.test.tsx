import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { messagesContract } from '#shared/messages/contract.ts'
import { mailMessages } from '#shared/messages/sent-messages.ts'
import { messagesMessages as s } from '#shared/messages/messages.ts'
import { defaultTemplate } from '#shared/messages/message-types.ts'
import { answer, drawScreen, refuse, sentBodies } from '#web/test/screen.tsx'
import { settingOf, settings, shownMail } from './message-settings-fixture.ts'
import { TemplateDialog } from './template-dialog.tsx'

test('the preview of a message follows its text, a placeholder is inserted at the cursor, and the text is saved', async () => {
  const setting = settingOf('confirmed', 'email')
  answer(messagesContract.saveOccasion, { data: { ...setting, version: 1 } })
  const { person } = drawScreen(
    <TemplateDialog open onClose={() => undefined} setting={setting} sample={settings.sample} />,
  )
  const text = await screen.findByRole('textbox', { name: /^Text/ })
  await person.clear(text)
  await person.type(text, 'See you, ')
  await person.click(screen.getByRole('button', { name: '{client}' }))
  expect((await shownMail()).mail.getByText('See you, Maria Santos')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '{old_date}' })).toBeNull()
  await person.click(screen.getByRole('button', { name: s.save }))
  expect(await screen.findByText(s.saved)).toBeTruthy()
  expect(sentBodies.at(-1)).toMatchObject({ body: 'See you, {client}' })
})

const policy = settings.sample.policy

test.each([
  ['booked', ['See, move or cancel my visit', policy, 'All your visits'], ['Previous time']],
  ['offer', ['Reserved until', 'See and accept the time'], ['Where', 'Unsubscribe from news', policy]],
  ['cancelled', ['Choose another time'], ['Where', 'Previous time', 'All your visits']],
  ['moved', ['Previous time', 'See, move or cancel my visit', policy, 'All your visits'], ['Reserved until']],
  ['follow_up', ['Book your next visit', 'Unsubscribe from news'], ['Treatment', 'When', 'All your visits']],
  ['package_expires', ['Book your next visit'], ['Treatment', 'When', 'All your visits', 'Unsubscribe from news']],
  ['deposit_asked', ['Pay the deposit'], ['Treatment', 'When', 'All your visits', 'Unsubscribe from news']],
  ['deposit_refused', ['Pay the deposit'], ['Treatment', 'When', 'All your visits', 'Unsubscribe from news']],
  ['requests_waiting', ['Open the requests', mailMessages.requestsWhere], ['Treatment', policy]],
  ['refund', [s.paperHere], ['Treatment', policy]],
] as const)(
  'the preview of the message type %s shows the text within the whole e-mail, and shows markup in the text as plain text',
  async (occasion, shown, hidden) => {
    const setting = { ...settingOf(occasion, 'email'), body: 'Hello <b>{clinic}</b>' }
    drawScreen(<TemplateDialog open onClose={() => undefined} setting={setting} sample={settings.sample} />)
    const { mail } = await shownMail()
    expect(mail.getByText('Hello <b>Perlas</b>')).toBeTruthy()
    for (const text of shown) expect(mail.getByText(text)).toBeTruthy()
    for (const text of hidden) expect(mail.queryByText(text)).toBeNull()
    // The links of the previewed e-mail are disabled.
    expect(mail.queryByRole('link')).toBeNull()
  },
)

test.each([
  ['invitation', 'email', 'Ana Reyes invites you to Perlas as Practitioner.'],
  ['email_verification', 'email', 'The link works once, for 48 hours.'],
  ['email_known', 'email', 'Somebody has just used this e-mail for an account at Perlas. You have one there already.'],
  ['receipt', 'email', 'Thank you for your visit. This is a copy of your receipt.'],
  ['void', 'email', 'Your receipt 000001 was voided. A copy of the void is below.'],
  [
    'package_expires',
    'sms',
    'Perlas: your package can be used until Tue, Dec 1. You have 3 sessions left. Call 0917 555 0100 to book.',
  ],
  ['requests_waiting', 'email', 'No answer for more than 4 hours: 2 requests.'],
  ['phone_code', 'sms', 'Perlas: your code is 482917. It works for 10 minutes.'],
] as const)(
  'the text of the message type %s is edited beside its preview, and the default text can be restored',
  async (occasion, channel, text) => {
    const setting = { ...settingOf(occasion, channel), body: 'Hi {link}{code}' }
    drawScreen(<TemplateDialog open onClose={() => undefined} setting={setting} sample={settings.sample} />)
    const preview = await screen.findByRole('region', { name: s.preview })
    const shown = async () => (channel === 'sms' ? within(preview) : (await shownMail()).mail)
    expect((await shown()).queryByText(text)).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: s.takeDefault }))
    expect((await shown()).getByText(text)).toBeTruthy()
    expect(within(preview).getByText(s.previewExample)).toBeTruthy()
  },
)

test('the editor of an SMS text shows as how many SMS the text is billed, and shows a server’s error at the text', async () => {
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
  expect(await screen.findByText('19 characters, 1 SMS')).toBeTruthy()
  await person.click(screen.getByRole('button', { name: s.save }))
  expect(await screen.findByText(s.smsNoLink)).toBeTruthy()
  await person.click(screen.getByRole('button', { name: s.takeDefault }))
  expect(screen.getByRole('textbox', { name: /^Text/ })).toHaveProperty(
    'value',
    defaultTemplate('confirmed', 'sms').body,
  )
})
