import { expect, test } from 'vitest'
import { formatDay, formatTime } from '#shared/lib/manila-time.ts'
import { CHANNELS, defaultTemplate, VISIT_OCCASIONS } from './occasions.ts'
import { fillTemplate, hasLink, plainSms, smsParts, unknownVariables, variablesOf } from './template.ts'

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
}

test('every text of Mutya names only what its occasion knows, and an SMS is one part without link or treatment', () => {
  for (const occasion of VISIT_OCCASIONS)
    for (const channel of CHANNELS) {
      const { subject, body } = defaultTemplate(occasion, channel)
      expect(unknownVariables(subject + body, variablesOf(occasion, channel))).toEqual([])
      if (channel === 'email') continue
      const text = plainSms(fillTemplate(body, values))
      expect([text, smsParts(text), hasLink(text)]).toEqual([text, 1, false])
    }
})

test('a value that looks like a name is left as it is', () => {
  expect(fillTemplate('{client}, {unknown}', values)).toBe('Maria {service}, {unknown}')
})

test('the parts of an SMS are counted as the networks do', () => {
  expect(smsParts('a'.repeat(160))).toBe(1)
  expect(smsParts('a'.repeat(161))).toBe(2)
  expect(smsParts('a'.repeat(306))).toBe(2)
  expect(smsParts('a'.repeat(307))).toBe(3)
  expect(smsParts('€'.repeat(80))).toBe(1)
  expect(smsParts('€'.repeat(81))).toBe(2)
  expect(smsParts('\u{1F33A}'.repeat(35))).toBe(1)
  expect(smsParts('\u{1F33A}'.repeat(36))).toBe(2)
})

test('an SMS has plain marks, and pesos are spelled out', () => {
  expect(plainSms('“It’s” ₱1,500 – see\nyou…')).toBe('"It\'s" PHP 1,500 - see you...')
})
