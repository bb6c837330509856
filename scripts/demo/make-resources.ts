import { MAIN_BRANCH_ID } from '#server/db/main-branch.ts'
import { accountRow, personRow } from '#server/people/rows.ts'
import { addDays, manilaDate } from '#shared/lib/manila-time.ts'
import { logEvent, type Actor } from './demo-log.ts'
import type { DemoRows } from './demo-rows.ts'
import { idAt } from './id-at.ts'
import type { DemoService } from './make-catalogue.ts'
import type { Random } from './random.ts'
import { sampleDurations, sampleResources, type SampleResource } from './resources-content.ts'

/** A practitioner, room or laser of the sample, and the services assigned to it. */
export type DemoResource = { id: string; sample: SampleResource; services: ReadonlySet<string> }

type ResourceOptions = {
  now: Date
  /** The instant at which the resources are added. */
  at: Date
  services: readonly DemoService[]
  admin: Actor
  /** The e-mail and password with which the first practitioner logs in. */
  login: { email: string; passwordHash: string }
}

function addWeek(rows: DemoRows, resource_id: string, { hours = [] }: SampleResource): void {
  for (const { days, spans } of hours)
    for (const weekday of days)
      rows.resource_hours.push(...spans.map(([opens_at, closes_at]) => ({ resource_id, weekday, opens_at, closes_at })))
}

function addExceptions(rows: DemoRows, random: Random, { id, sample }: DemoResource, now: Date): void {
  for (const { kind, first, last, times, note } of sample.exceptions ?? []) {
    const entry_id = idAt(random, now)
    for (let day = first; day <= last; day++)
      rows.resource_exceptions.push({
        id: idAt(random, now),
        entry_id,
        resource_id: id,
        date: addDays(manilaDate(now), day),
        kind,
        starts_at: times?.[0] ?? null,
        ends_at: times?.[1] ?? null,
        note,
      })
  }
}

/** Sets the services' lengths; existing visits keep theirs. */
function setDurations(rows: DemoRows): void {
  for (const service of rows.services) {
    const [minutes, after = 0] = sampleDurations[service.name] ?? []
    if (minutes === undefined) continue
    service.duration_minutes = minutes
    service.buffer_after_minutes = after
  }
}

function addLogIn(rows: DemoRows, random: Random, person: DemoResource, { at, admin, login }: ResourceOptions): void {
  const id = idAt(random, at)
  const { name } = person.sample
  rows.people.push({
    ...personRow(id, { first_name: name }, { email: login.email, contact_number: null }, at),
    location: null,
  })
  const account = accountRow(id, 'practitioner', { hash: login.passwordHash }, at)
  rows.accounts.push({ ...account, practitioner_id: person.id })
  const parameters = { name, role: 'practitioner' }
  logEvent(rows, random, { at, by: admin }, { type: 'users.user.created', subjectId: id, parameters })
}

/** Makes the sample's practitioners, rooms, lasers, leave and service lengths. The first practitioner can log in. */
export function makeResources(rows: DemoRows, random: Random, options: ResourceOptions): DemoResource[] {
  const { now, at, services, admin } = options
  const made = sampleResources.map((sample, index): DemoResource => {
    const { kind, name, title = '', colour, treatments } = sample
    const id = idAt(random, at)
    rows.resources.push({ id, branch_id: MAIN_BRANCH_ID, kind, name, title, colour, position: index + 2 })
    addWeek(rows, id, sample)
    const named = services.filter(({ treatmentName }) => treatments.includes(treatmentName))
    rows.service_resources.push(...named.map((service) => ({ service_id: service.id, resource_id: id })))
    const resource = { id, sample, services: new Set(named.map((service) => service.id)) }
    addExceptions(rows, random, resource, now)
    const event = { type: 'resources.resource.created', subjectId: id, parameters: { kind, name } } as const
    logEvent(rows, random, { at, by: admin }, event)
    return resource
  })
  setDurations(rows)
  addLogIn(
    rows,
    random,
    made.find(({ sample }) => sample.kind === 'practitioner')!,
    options,
  )
  return made
}
