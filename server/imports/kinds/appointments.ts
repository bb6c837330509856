import {
  addListedAppointment,
  findStartsOfClients,
  removeListedAppointment,
  type ListedAppointment,
} from '#server/appointments/public.ts'
import { findServicesNamed } from '#server/catalogue/public.ts'
import type { Tx } from '#server/db/pool.ts'
import type { Finding, RowKind, Saved } from '#server/imports/row-kind.ts'
import { AppError } from '#server/lib/app-error.ts'
import { practitionersOf } from '#server/resources/public.ts'
import { visitContract } from '#shared/appointments/desk-contract.ts'
import { importFieldNames as names, importRefusals as s } from '#shared/imports/messages.ts'
import { readComingDate, readTime } from '#shared/imports/read-values.ts'
import { instantOf, type CivilDate, type CivilTime } from '#shared/lib/manila-time.ts'
import { searchable } from '#shared/lib/names.ts'
import { findClientsOfRows, keyOfClient, readClient, type NamedClient } from './client-of-row.ts'
import { acceptAsForm } from './form-rules.ts'
import { findNamed, keysOfName, nameKeyOf, undoEach } from './named-records.ts'

type VisitData = NamedClient & {
  date: CivilDate
  time: CivilTime
  service: string
  practitioner: string | null
  note: string | null
}

const read: RowKind<VisitData>['read'] = (values, { dateOrder, today }) => {
  const reasons: string[] = []
  const { date: dateText, service } = values
  // An imported file may have the date and the time of a visit in one column.
  const timeText = values.time ?? dateText
  const date = dateText === undefined ? null : readComingDate(dateText, dateOrder, today)
  const time = timeText === undefined ? null : readTime(timeText)
  if (dateText === undefined) reasons.push(s.missing(names.date))
  else if (date === null) reasons.push(s.date(names.date, dateText))
  else if (date < today) reasons.push(s.past)
  if (values.time === undefined && time === null) reasons.push(s.missing(names.time))
  else if (time === null) reasons.push(s.time(timeText!))
  if (service === undefined) reasons.push(s.missing(names.service))
  const client = readClient(values, reasons)
  const note =
    acceptAsForm(visitContract.changeNote.body, { note: values.note }, { nameOf: () => names.note, reasons })?.note ??
    null
  if (reasons.length > 0) return { reasons }
  const { practitioner = null } = values
  return { data: { date: date!, time: time!, service: service!, ...client, practitioner, note } }
}

const keyOf = ({ date, time, ...client }: VisitData) => nameKeyOf(keyOfClient(client), `${date} ${time}`)

type Resolved = { visit: ListedAppointment; clientId: string; clientName: string } | { refusal: string }

const lower = (text: string) => text.toLowerCase()

/** Finds the client, the service and the practitioner that each row names. */
async function resolveRows(tx: Tx, branchId: string, rows: readonly VisitData[]): Promise<Resolved[]> {
  if (rows.length === 0) return []
  const clients = await findClientsOfRows(tx, rows)
  const services = await findServicesNamed(
    tx,
    rows.map(({ service }) => lower(service)),
  )
  const practitioners = await practitionersOf(tx, branchId)
  return rows.map((data, at): Resolved => {
    const client = clients[at]!
    if (typeof client === 'string') return { refusal: client }
    const [service, another] = services.filter(({ name }) => lower(name) === lower(data.service))
    if (!service) return { refusal: s.noService(data.service) }
    if (another) return { refusal: s.severalServices(data.service) }
    const person = practitioners.find(({ name }) => searchable(name) === searchable(data.practitioner))
    if (data.practitioner !== null && !person) return { refusal: s.noPractitioner(data.practitioner) }
    const { date, time } = data
    const ids = { treatmentId: service.treatment_id, serviceId: service.id, practitionerId: person?.id ?? null }
    return {
      visit: { userId: client.personId, date, time, ...ids, note: data.note },
      clientId: client.clientId,
      clientName: client.name,
    }
  })
}

const startKey = (clientId: string, startsAt: Date) => `${clientId} ${startsAt.getTime()}`

const find: RowKind<VisitData>['find'] = async (context, rows) => {
  const resolved = await resolveRows(
    context.tx,
    context.branchId,
    rows.map(({ data }) => data),
  )
  const known = resolved.flatMap((row) => ('visit' in row ? [row] : []))
  const visits = await findStartsOfClients(
    context.tx,
    known.map(({ clientId }) => clientId),
    instantOf(context.today, '00:00:00'),
  )
  const booked = new Set(visits.map(({ client_id, starts_at }) => startKey(client_id, starts_at)))
  const inFile = await findNamed(context, rows, { keyOf, existing: new Map() })
  return resolved.map((row, at): Finding => {
    if ('refusal' in row) return { outcome: 'refused', reason: row.refusal }
    const match = { client_id: row.clientId, match_name: row.clientName, match_by: 'name' }
    const isBooked = booked.has(startKey(row.clientId, instantOf(row.visit.date, row.visit.time)))
    return isBooked ? { outcome: 'duplicate', ...match } : { client_id: row.clientId, ...inFile[at]! }
  })
}

const save: RowKind<VisitData>['save'] = async (by, rows) => {
  const resolved = await resolveRows(
    by.tx,
    by.branchId,
    rows.map(({ data }) => data),
  )
  const saved: Saved[] = []
  for (const [at, { decision }] of rows.entries()) {
    const row = resolved[at]!
    if ('refusal' in row) throw new AppError('validation', row.refusal)
    if (decision === 'skip') saved.push({ outcome: 'skipped' })
    else {
      const record_id = await addListedAppointment(by, row.visit)
      saved.push({ outcome: 'created', record_id, client_id: row.clientId })
    }
  }
  return saved
}

/** Each visit is saved in its own transaction, because saving a visit locks its client and its day. */
export const appointmentRows: RowKind<VisitData> = {
  chunkSize: 1,
  read,
  keysOf: (data) => keysOfName(keyOf(data)),
  find,
  save,
  undo: (by, rows, { importedAt }) =>
    undoEach(rows, ({ record_id }) => removeListedAppointment(by, record_id!, importedAt)),
}
