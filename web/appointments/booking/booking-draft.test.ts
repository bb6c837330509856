import { expect, test } from 'vitest'
import { draftOfAddress, readDraft, writeDraft } from './booking-draft.ts'
import { newBooking } from './booking.ts'
import { continuePath, currentBrowserKey } from './framed-booking.ts'

const choices = {
  treatment: '0190a000-0000-7000-8000-000000000001',
  service: '0190a000-0000-7000-8000-000000000002',
  date: '2026-11-24',
  time: '00:00:00',
}

test('the saved draft of a booking restores everything that was chosen', () => {
  expect(readDraft(writeDraft({ choices, confirming: true }))).toEqual({ choices, confirming: true })
})

test('the draft of a booking restores what was entered in the confirm dialog before a log-in, but nothing whose owner is unknown', () => {
  const typed = {
    by: '01900000-0000-7000-8000-000000000001',
    phone: '0917',
    news: ['sms' as const],
    written: { answers: { 'Any allergy?': 'Latex' }, note: 'I come by bus' },
  }
  expect(readDraft(writeDraft({ choices, confirming: true, typed }))).toEqual({ choices, confirming: true, typed })
  expect(readDraft(writeDraft({ choices, confirming: true, typed: { ...typed, by: '' } }))).toEqual({
    choices,
    confirming: true,
  })
})

test.each([
  ['a missing text', null],
  ['a text that is not JSON', '{'],
  ['a JSON string', '"text"'],
  ['null', 'null'],
  ['an object without a valid choice', '{"treatment":7,"date":"2026-02-30","time":"10:10:00"}'],
])('%s is not restored as a draft of a booking', (_, text) => {
  expect(readDraft(text)).toBeNull()
})

test('an invalid part of a booking draft is ignored, and the rest is restored', () => {
  const kept = JSON.stringify({ ...choices, service: '<script>', time: '7:00', confirming: 'yes' })
  expect(readDraft(kept)).toEqual({ choices: { ...choices, service: null, time: null }, confirming: false })
})

test('a booking draft restores the services that were chosen before the current one, and ignores invalid services', () => {
  const [treatment, service] = [choices.treatment, '01900000-0000-7000-8000-000000000099']
  const drip = { treatment, treatmentName: 'Drips', service, name: 'Glow Drip', minutes: 30, price: 90_000 }
  const adding = { treatment: null, service: null, date: null, time: null, earlier: [drip] }
  expect(readDraft(writeDraft({ choices: adding, confirming: false }))?.choices).toEqual(adding)
  const kept = JSON.stringify({
    ...choices,
    earlier: [drip, { ...drip, service: '<b>' }, null, { ...drip, minutes: 'x' }],
  })
  expect(readDraft(kept)?.choices).toEqual({ ...choices, earlier: [drip] })
})

test('a booking link chooses treatment and service, and its invalid ids are ignored', () => {
  const { treatment, service } = choices
  const wanted = { treatment, service, date: null, time: null }
  expect(draftOfAddress(`?treatment=${treatment}&service=${service}`)).toEqual({
    choices: wanted,
    confirming: false,
    linked: true,
  })
  expect(draftOfAddress(`?treatment=${treatment}&service=<b>`)?.choices.service).toBeNull()
  const practitioner = '01900000-0000-7000-8000-000000000071'
  const again = draftOfAddress(`?treatment=${treatment}&service=${service}&practitioner=${practitioner}`)
  expect(again?.choices).toEqual({ ...wanted, practitioner })
  expect(draftOfAddress(`?practitioner=${practitioner}`)?.choices).toEqual({
    ...wanted,
    treatment: null,
    service: null,
    practitioner,
  })
  expect(draftOfAddress(`?service=${service}`)).toBeNull()
  expect(draftOfAddress('?treatment=all')).toBeNull()
})

test('the link from the booking page in a frame carries every choice and the reservation, and opens the confirm dialog', () => {
  const practitioner = '01900000-0000-7000-8000-000000000071'
  const earlierIds = [{ treatment: choices.treatment, service: '01900000-0000-7000-8000-000000000099' }]
  const earlier = earlierIds.map((ids) => ({
    ...ids,
    treatmentName: 'Drips',
    name: 'Glow Drip',
    minutes: 30,
    price: 1,
  }))
  const path = continuePath({ ...newBooking, ...choices, practitioner, earlier })
  expect(path).toMatch(/^\/BookAppointment\?/)
  expect(draftOfAddress(path.slice(path.indexOf('?')))).toEqual({
    choices: { ...choices, practitioner },
    earlierIds,
    browserKey: currentBrowserKey(),
    confirming: true,
  })
})
