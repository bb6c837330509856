import type { ReadTx } from '#server/db/pool.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import { hasAdmin } from '#server/people/find-person.ts'
import type { clinicContract, ClinicProfile } from '#shared/clinic/contract.ts'
import type { OpeningHours } from '#shared/clinic/opening-hours.ts'
import { clinicEvents } from '#shared/clinic/events.ts'
import { changesBetween, type ChangesOf } from '#shared/lib/event-type.ts'
import type { Parsed } from '#shared/lib/endpoint.ts'
import * as queries from './queries.ts'

/** What pages show before the first run has named the clinic. */
const unnamed = {
  name: 'Mutya',
  address: '',
  location_label: '',
  phone: '',
  email: '',
  tin: '',
  hours_text: 'By Appointment Only',
  receipt_foot: 'This is not an official receipt or invoice.',
  facebook_url: '',
  instagram_url: '',
  tiktok_url: '',
}

/** The clinic's data with its opening hours. */
export async function clinicProfile(tx: ReadTx): Promise<ClinicProfile> {
  const clinic = (await queries.readClinic(tx)) ?? unnamed
  const opening_hours = await queries.readHours(tx)
  const needs_setup = !(await hasAdmin(tx))
  return { ...clinic, opening_hours, needs_setup }
}

/** The clinic's one location label, as it stands on every sale. */
export const locationLabel = async (tx: ReadTx): Promise<string> => (await queries.readClinic(tx))?.location_label ?? ''

/** The clinic as a receipt is headed and footed with it. */
export type Issuer = Pick<ClinicProfile, 'name' | 'address' | 'phone' | 'tin' | 'receipt_foot'>

/** The clinic as it is now, to be kept with a document, and its location label. */
export async function currentIssuer(tx: ReadTx): Promise<Issuer & { location_label: string }> {
  const { name, address, phone, tin, receipt_foot, location_label } = (await queries.readClinic(tx)) ?? unnamed
  return { name, address, phone, tin, receipt_foot, location_label }
}

/** The clinic's name, as emails are signed and passwords are compared with. */
export const clinicName = async (tx: ReadTx): Promise<string> => (await queries.readClinic(tx))?.name ?? unnamed.name

export const openingHours = (tx: ReadTx): Promise<OpeningHours[]> => queries.readHours(tx)

/** Names the clinic at its first run. */
export async function foundClinic(
  context: Context,
  clinic: { name: string; address: string; phone: string; email: string },
): Promise<void> {
  const city = clinic.address.split(',').at(-1)?.trim() ?? ''
  await queries.upsertClinic(context.tx, { ...clinic, location_label: city, updated_at: context.now })
}

const profileChanged = clinicEvents['clinic.profile.changed']
const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

type Changes = Parsed<typeof clinicContract.save>['body']

/** Saves the profile and logs which fields changed. */
export async function saveClinic(context: Context<Principal>, changes: Changes): Promise<ClinicProfile> {
  const before = await clinicProfile(context.tx)
  const { opening_hours, ...fields } = changes
  await queries.upsertClinic(context.tx, { ...fields, updated_at: context.now })
  await queries.updateHours(context.tx, opening_hours)
  const differences: ChangesOf<typeof profileChanged> = changesBetween(profileChanged, before, fields)
  if (!isSame(before.opening_hours, opening_hours)) differences.push({ field: 'opening_hours' })
  if (differences.length)
    await writeAuditLog(context, {
      type: 'clinic.profile.changed',
      subjectId: null,
      parameters: {},
      changes: differences,
    })
  return clinicProfile(context.tx)
}
