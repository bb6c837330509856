import { expect, test } from 'vitest'
import { everyEndpoint } from '#shared/contracts.ts'
import { eventTypes } from '#shared/events.ts'
import { CHOSEN_EVENTS, eventCausedBy, PUBLIC_EVENTS, webhookBody } from './event-names.ts'
import { webhookMessages } from './messages.ts'

const ID = '01900000-0000-7000-8000-00000000abcd'

test('each webhook event is caused by existing types of log entries about its kind of record, and no type of log entry causes two events', () => {
  const types: Record<string, { subject: string }> = eventTypes
  const all = CHOSEN_EVENTS.flatMap((event) => {
    const {
      record,
      logTypes,
      personLogTypes = [],
    }: { record: string; logTypes: readonly string[]; personLogTypes?: readonly string[] } = PUBLIC_EVENTS[event]
    expect([event, logTypes.map((type) => types[type]?.subject)]).toEqual([event, logTypes.map(() => record)])
    expect(personLogTypes.map((type) => types[type]?.subject)).toEqual(personLogTypes.map(() => 'user'))
    for (const type of [...logTypes, ...personLogTypes]) expect(eventCausedBy(type)?.event).toBe(event)
    expect(logTypes.length).toBeGreaterThan(0)
    return [...logTypes, ...personLogTypes]
  })
  expect(new Set(all).size).toBe(all.length)
  expect(Object.keys(webhookMessages.events)).toEqual(CHOSEN_EVENTS)
})

test('the body of a webhook names the API call that reads the record, if there is one and the record still exists', () => {
  const reads = new Set(everyEndpoint.filter(({ method }) => method === 'GET').map(({ url }) => url as string))
  const withCall = CHOSEN_EVENTS.filter((event) => {
    const { data } = webhookBody({ event, recordId: ID, changed: [], occurredAt: '2026-11-21T09:00:00+08:00' })
    if (data.url !== null) expect(reads).toContain(data.url.replace(ID, ':id'))
    return data.url !== null
  })
  expect(withCall).toHaveLength(14)
  expect(withCall).not.toContain('client.deleted')
})
