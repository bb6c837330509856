import { expect, test } from 'vitest'
import { formatStart } from '#shared/appointments/slots.ts'
import { formatDay, formatTime } from '#shared/lib/manila-time.ts'
import { channelsOf, defaultTemplate, TEMPLATE_TYPES } from './message-types.ts'
import {
  aroundLink,
  composeSms,
  fillTemplate,
  namesLink,
  plainSms,
  requiredOf,
  smsParts,
  timesNamed,
  unknownVariables,
  variablesOf,
} from './template.ts'

const values = {
  client: 'Maria {service}',
  service: 'Diamond Peel',
  date: formatDay('2026-12-30'),
  time: formatTime('14:30:00'),
  practitioner: 'Dr. Ana Reyes',
  clinic: 'Mutya Skin & Aesthetics',
  phone: '0917 555 0100',
  address: '12 Scout St',
  old_date: formatDay('2026-12-29'),
  old_time: formatTime('09:00:00'),
  until: formatTime('10:30:00'),
  code: '482917',
  duration: '10 minutes',
}

test('every default text uses only placeholders of its message type, and the default text of an SMS fits into one SMS and has neither link nor treatment', () => {
  for (const occasion of TEMPLATE_TYPES)
    for (const channel of channelsOf(occasion)) {
      const { subject, body } = defaultTemplate(occasion, channel)
      expect(unknownVariables(subject + body, variablesOf(occasion, channel))).toEqual([])
      const required = requiredOf(occasion)
      if (required) expect([timesNamed(body, required), timesNamed(subject, required)]).toEqual([1, 0])
      if (channel === 'email') continue
      const text = composeSms(occasion, body, { ...values, time: formatStart('00:00:00') })
      expect([text, smsParts(text), namesLink(body)]).toEqual([text, 1, false])
      expect(text).not.toContain(values.service)
    }
})

test('a name that looks like a placeholder appears in a message unchanged', () => {
  expect(fillTemplate('{client}, {unknown}', values)).toBe('Maria {service}, {unknown}')
})

test('a message text is split at the placeholder of its link', () => {
  expect(aroundLink('Open {link} soon')).toEqual({ before: 'Open ', after: ' soon' })
  expect(aroundLink('Nothing')).toEqual({ before: 'Nothing', after: '' })
})

test('the parts of an SMS are counted as mobile networks count them', () => {
  expect(smsParts('a'.repeat(160))).toBe(1)
  expect(smsParts('a'.repeat(161))).toBe(2)
  expect(smsParts('a'.repeat(306))).toBe(2)
  expect(smsParts('a'.repeat(307))).toBe(3)
  expect(smsParts('€'.repeat(80))).toBe(1)
  expect(smsParts('€'.repeat(81))).toBe(2)
  expect(smsParts('\u{1F33A}'.repeat(35))).toBe(1)
  expect(smsParts('\u{1F33A}'.repeat(36))).toBe(2)
})

test('an SMS uses simple punctuation, and writes PHP for the peso sign', () => {
  expect(plainSms('“It’s” ₱1,500 or ₱ 20.50 – see\nyou…')).toBe('"It\'s" PHP 1,500 or PHP 20.50 - see you...')
})

test.each([
  ['Perlas.ph: see you', 'Perlas. ph: see you'],
  ['https://www.perlas.com.ph/book?a=1', 'www. perlas. com. ph/book?a=1'],
  ['bit.ly/3xYz, wa.me/63917', 'bit. ly/3xYz, wa. me/63917'],
  ['hello@perlas.clinic', 'hello@perlas. clinic'],
  ['Niñá.ph and HTTP://x', 'Niñá. ph and x'],
  ['203.0.113.7/x: see you', '203. 0. 113. 7/x: see you'],
  ['http://10.0.0.1:8080/', '10. 0. 0. 1:8080/'],
  ['Ana1.2.3.4567', 'Ana1. 2. 3. 4567'],
  ['perlas。ph and 1．2．3．4', 'perlas. ph and 1. 2. 3. 4'],
  ['12.12.2026, 0917.123.4567, 9.30-10.15', '12.12.2026, 0917.123.4567, 9.30-10.15'],
  ['Dr. Ana, 2:00 p.m., PHP 1,500.00, No.5', 'Dr. Ana, 2:00 p.m., PHP 1,500.00, No.5'],
])('whatever a name contains, an SMS has nothing that a phone turns into a link: %s', (text, plain) => {
  expect(plainSms(text)).toBe(plain)
})

test('an SMS text that would contain a link is detected, also when a name is inserted', () => {
  for (const text of [
    'See www.perlas.ph',
    'http://x',
    '{clinic}.ph',
    'bit.ly/{code}',
    'See you.Thanks',
    'Open 203.0.113.7/x',
  ])
    expect([text, namesLink(text)]).toEqual([text, true])
  for (const text of ['See you at 2 p.m. {clinic}. Thanks', 'PHP 1,500.00 ...'])
    expect([text, namesLink(text)]).toEqual([text, false])
})

test('an SMS that would start with TEST, for example because of the clinic’s name, gets a prefix so that it is delivered', () => {
  expect(composeSms('reminder_2h', '{clinic}: see you at {time}', { ...values, clinic: 'Testa Skin' })).toBe(
    '* Testa Skin: see you at 2:30 PM',
  )
})

test('an SMS never names the treatment, even if its text contains the placeholder for the treatment', () => {
  expect(composeSms('confirmed', 'See you for {service}', values)).toBe('See you for {service}')
})
