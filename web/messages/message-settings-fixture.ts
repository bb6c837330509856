import { screen, within } from '@testing-library/react'
import type { MessageSettings } from '#shared/messages/contract.ts'
import { channelsOf, defaultTemplate, TEMPLATE_TYPES } from '#shared/messages/message-types.ts'
import { messagesMessages as s } from '#shared/messages/messages.ts'

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
  name: 'Maria Santos',
  link: '',
  code: '482917',
  duration: '60 minutes',
  deadline: 'Nov 28, 2026, 9:00 AM',
  inviter: 'Ana Reyes',
  role: 'Practitioner',
  email: 'maria@example.ph',
  document: 'receipt',
  number: '000002',
  original: '000001',
  package: 'Glow Package',
  sessions: '3 sessions',
  amount: '₱500.00',
  reason: 'No payment has this reference number.',
  requests: '2 requests',
  hours: '4 hours',
  oldest: 'Nov 21, 2026, 9:00 AM',
}
/** For tests of screens: the settings of a clinic that has changed no message and can send none. */
export const settings: MessageSettings = {
  requests: { request_hours: 4, version: 0 },
  email: null,
  sms: null,
  occasions: TEMPLATE_TYPES.flatMap((occasion) =>
    channelsOf(occasion).map((channel) => ({
      occasion,
      channel,
      is_on: channel === 'email',
      ...defaultTemplate(occasion, channel),
      is_own: false,
      version: 0,
    })),
  ),
  sample: {
    is_real: false,
    email: values,
    sms: { ...values, date: 'Tue, Dec 1' },
    origin: 'https://perlas.example',
    sign: null,
    colour: '#6b2f5e',
    foot: ['Perlas', '12 Scout St', '0917 555 0100'],
    policy: 'You can move a visit twice.',
    papers: { receipt: null, void: null, refund: null },
  },
}
export const settingOf = (occasion: string, channel: string) =>
  settings.occasions.find((each) => each.occasion === occasion && each.channel === channel)!

/** Finds the previewed e-mail, which is in a shadow root. */
export async function shownMail() {
  const preview = await screen.findByRole('region', { name: s.preview })
  const host = Array.from(preview.querySelectorAll('div')).find(({ shadowRoot }) => shadowRoot)
  return { preview, mail: within(host!.shadowRoot!.firstElementChild as HTMLElement) }
}
