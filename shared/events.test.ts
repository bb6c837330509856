import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { catalogueEvents } from './catalogue/events.ts'
import { changesOf, sentenceOf, eventTypes, type AuditEvent } from './events.ts'
import { changesBetween, eventType } from './lib/event-type.ts'

const serviceChanged = 'catalogue.service.changed'
const before = { service_name: 'Glow Drip', service_description: 'a', service_price: 2500, treatment_id: 't1' }

test('every log event that a feature declares is in the registry of event types', () => {
  const folder = import.meta.dirname
  const declared = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => readdirSync(path.join(folder, name)).map((file) => path.join(folder, name, file)))
    .filter((file) => /(^|-)events\.ts$/.test(path.basename(file)))
    .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/^ {2}'([a-z-]+\.[a-z.-]+)':/gm)])
    .map(([, name]) => name)
  expect(declared.length).toBeGreaterThan(10)
  expect(Object.keys(eventTypes).sort()).toEqual(['legacy.note', ...declared].sort())
})

test('a logged change contains the old and the new value; the sentence about a changed description only says that it changed', () => {
  const type = catalogueEvents[serviceChanged]
  const after = { ...before, service_name: 'Glow Drip', service_description: 'b', service_price: 1 }
  const changes = changesBetween(type, before, after)
  const event = { type: serviceChanged, parameters: { name: 'Glow Drip' }, changes }
  expect(sentenceOf(event)).toBe('Changed the service Glow Drip: description, price from ₱2,500 to ₱1')
  expect(changesOf(event)).toEqual([
    { field: 'service_description', label: 'description', from: 'a', to: 'b', told: false },
    { field: 'service_price', label: 'price', from: '₱2,500', to: '₱1', told: false },
  ])
})

test('the log event of a rename contains both names; ids are shown as names, and empty values are omitted', () => {
  const type = catalogueEvents[serviceChanged]
  const after = { ...before, service_name: 'Glow', treatment_id: 't2' }
  const changes = changesBetween(type, before, after, { treatment_id: { from: 'Drips', to: 'Facials' } })
  expect(sentenceOf({ type: serviceChanged, parameters: { name: 'Glow' }, changes })).toBe(
    'Changed the service Glow: name from Glow Drip to Glow, treatment from Drips to Facials',
  )
  const filled = [{ field: 'service_name', from: null, to: 'Glow' }]
  expect(sentenceOf({ type: serviceChanged, parameters: { name: 'Glow' }, changes: filled })).toContain(
    'name from nothing to Glow',
  )
})

test('a log event stores no values of fields that are declared as hidden', () => {
  const type = eventType({
    kind: 'update',
    subject: 'user',
    parameters: z.object({}),
    fields: { email: { label: 'e-mail', value: 'hidden' } },
    sentence: (_, changes) => `Changed${changes}`,
  })
  expect(changesBetween(type, { email: 'a@example.ph' }, { email: 'b@example.ph' })).toEqual([{ field: 'email' }])
})

test('a log event with free text, an unknown field or a value of a hidden field does not compile', () => {
  const parameters = { name: 'Glow' }
  const wrong: AuditEvent[] = [
    // @ts-expect-error -- events of the type `legacy.note` can no longer be written
    { type: 'legacy.note', subjectId: null, parameters: { sentence: 'free text' } },
    // @ts-expect-error -- the log stores no values of a field that is declared as hidden, such as a picture
    { type: serviceChanged, subjectId: '1', parameters, changes: [{ field: 'service_pic', from: 'a', to: 'b' }] },
    // @ts-expect-error -- the event type declares no field of this name
    { type: serviceChanged, subjectId: '1', parameters, changes: [{ field: 'password', from: 'a', to: 'b' }] },
    // @ts-expect-error -- the event of a deletion must contain the name of the deleted record
    { type: 'catalogue.service.deleted', subjectId: '1', parameters: {} },
  ]
  expect(wrong).toHaveLength(4)
})

test('a log event of an unknown type, from another version of the app, is shown with the name of the type', () => {
  expect(sentenceOf({ type: 'bookings.seat.sold', parameters: {}, changes: [] })).toBe('bookings.seat.sold')
  expect(sentenceOf({ type: serviceChanged, parameters: { nom: 'Glow' }, changes: [] })).toBe(serviceChanged)
})

test('a line break in a name does not create a second line in the log', () => {
  const event = { type: 'catalogue.service.deleted', parameters: { name: 'Glow\nDeleted all' }, changes: [] }
  expect(sentenceOf(event)).toBe('Deleted the service Glow Deleted all')
})
