import type { ReadTx, Tx } from '#server/db/pool.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import type { Context, Principal, ReadContext } from '#server/lib/context.ts'
import { requireVersion } from '#server/lib/http/request-context.ts'
import { hasAdmin } from '#server/people/find-person.ts'
import type { TaxSettings } from '#shared/lib/taxes.ts'
import type { clinicContract, ClinicProfile } from '#shared/clinic/contract.ts'
import type { SelfServicePolicy } from '#shared/clinic/booking-rules.ts'
import type { OpeningHours } from '#shared/clinic/opening-hours.ts'
import { clinicEvents } from '#shared/clinic/events.ts'
import { mainColours } from '#shared/clinic/colours.ts'
import { changesBetween, type ChangesOf } from '#shared/lib/event-type.ts'
import type { Parsed } from '#shared/lib/endpoint.ts'
import { slotsOfWeek, spanOf, type OpeningSpan } from './opening-spans.ts'
import { UNNAMED, type PaymentSettingsRow } from './issuer.ts'
import * as queries from './queries.ts'

async function namedBranch(tx: ReadTx, branchId: string) {
  const branch = await queries.readBranch(tx, branchId)
  return { ...branch, name: branch.name === '' ? UNNAMED : branch.name }
}

/** A branch's data with its opening hours. */
export async function clinicProfile(tx: ReadTx, branchId: string): Promise<ClinicProfile> {
  const branch = await namedBranch(tx, branchId)
  const opening_hours = await openingHours(tx, branchId)
  const needs_setup = !(await hasAdmin(tx))
  const look = await queries.readLook(tx, branchId)
  return { ...branch, logo_id: look?.logo_id ?? null, opening_hours, needs_setup }
}

/** The branch's phone number, which error messages tell clients to call. */
export const clinicPhone = async ({ tx, branchId }: ReadContext): Promise<string> =>
  (await clinicProfile(tx, branchId)).phone

/** The main colour of the published website, `#rrggbb`. */
export async function brandColour(tx: ReadTx, branchId: string): Promise<string> {
  const look = await queries.readLook(tx, branchId)
  return mainColours(look?.colours ?? 'lagoon').primary
}

/**
 * The policy for clients' changes of their own visits, and the phone number that clients call about everything else.
 */
export async function selfService(tx: ReadTx, branchId: string): Promise<{ policy: SelfServicePolicy; phone: string }> {
  const { move_notice_hours, cancel_notice_hours, phone } = await queries.readBranch(tx, branchId)
  return { policy: { move_notice_hours, cancel_notice_hours }, phone }
}

/** The branch's location label, which is stored with every sale. */
export const locationLabel = async (tx: ReadTx, branchId: string): Promise<string> =>
  (await queries.readBranch(tx, branchId)).location_label

/** The clinic's tax settings. */
export async function taxSettings(tx: ReadTx, branchId: string): Promise<TaxSettings> {
  const { is_vat_registered, charges_excise } = await queries.readTaxSettings(tx, branchId)
  return { isVatRegistered: is_vat_registered, chargesExcise: charges_excise }
}

/** The branch's payment rules with their version. */
export const paymentRules = (tx: ReadTx, branchId: string): Promise<PaymentSettingsRow & { version: number }> =>
  queries.readPaymentRules(tx, branchId)

/** Like `paymentRules`, with a lock on the branch, so that of two concurrent saves the second sees the first. */
export async function lockPaymentRules(tx: Tx, branchId: string): Promise<PaymentSettingsRow & { version: number }> {
  await queries.lockBranch(tx, branchId)
  return paymentRules(tx, branchId)
}

export const savePaymentRules = ({ tx, branchId, now }: Context, rules: PaymentSettingsRow) =>
  queries.updateBranch(tx, branchId, { ...rules, updated_at: now })

/** The origins of the websites that may show the booking page in a frame, with the branch's version. */
export async function frameHosts(tx: ReadTx, branchId: string): Promise<{ hosts: string[]; version: number }> {
  const { frame_hosts: hosts, version } = await queries.readFrameHosts(tx, branchId)
  return { hosts, version }
}

export const saveFrameHosts = ({ tx, branchId, now }: Context, hosts: string[]) =>
  queries.updateBranch(tx, branchId, { frame_hosts: hosts, updated_at: now })

/** The goal for the branch's net sales of a month, with the branch's version; null without a goal. */
export const monthlyGoal = (tx: ReadTx, branchId: string): Promise<{ centavos: number | null; version: number }> =>
  queries.readMonthlyGoal(tx, branchId)

export const saveMonthlyGoal = ({ tx, branchId, now }: Context, centavos: number | null) =>
  queries.updateBranch(tx, branchId, { monthly_goal_centavos: centavos, updated_at: now })

/** The branch's name, which signs e-mails and may not be used as a password. */
export const clinicName = async (tx: ReadTx, branchId: string): Promise<string> =>
  (await namedBranch(tx, branchId)).name

/** The opening hours of each weekday as its first and last half-hour slot. */
const openingHours = async (tx: ReadTx, branchId: string): Promise<OpeningHours[]> =>
  slotsOfWeek(await queries.readSpans(tx, branchId))

/** Sets the clinic's name at its first setup. */
export async function setUpClinic(
  context: Context,
  clinic: { name: string; address: string; phone: string; email: string },
): Promise<void> {
  const city = clinic.address.split(',').at(-1)?.trim() ?? ''
  await queries.updateBranch(context.tx, context.branchId, {
    ...clinic,
    location_label: city,
    updated_at: context.now,
  })
}

const profileChanged = clinicEvents['clinic.profile.changed']
const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

type Changes = Parsed<typeof clinicContract.save>['body']

/**
 * Returns how many booked visits new opening hours affect; throws a 409 that lists them unless the person has seen
 * them. The resources feature provides this function, because the clinic feature may not read visits.
 */
export type CountAffectedVisits = (
  context: Context,
  change: { before: readonly OpeningSpan[]; after: readonly OpeningSpan[]; despite: boolean },
) => Promise<number>

type HoursChange = {
  before: OpeningHours[]
  after: OpeningHours[]
  despite: boolean
  countAffected: CountAffectedVisits
}

/**
 * Replaces the spans of weekdays that changed. The spans of other weekdays stay, because the profile shows only their
 * first start and last end. Returns how many booked visits are now outside of the hours.
 */
async function saveHours(context: Context, { before, after, despite, countAffected }: HoursChange): Promise<number> {
  const { tx, branchId } = context
  const changed = after.filter(
    (day) =>
      !isSame(
        before.find(({ weekday }) => weekday === day.weekday),
        day,
      ),
  )
  if (changed.length === 0) return 0
  const spans = await queries.readSpans(tx, branchId)
  const unchanged = spans.filter(({ weekday }) => !changed.some((day) => day.weekday === weekday))
  const affected = await countAffected(context, {
    before: spans,
    after: [...unchanged, ...changed.map(spanOf)],
    despite,
  })
  for (const day of changed) await queries.replaceSpans(tx, branchId, spanOf(day))
  return affected
}

/** Returns the fields to save: fields that the request leaves out keep their values. */
function savedFields({
  logo_id: _logo,
  opening_hours: _hours,
  needs_setup: _setup,
  version: _version,
  ...fields
}: ClinicProfile) {
  return fields
}

/**
 * Saves the profile and logs which fields changed; an unchanged profile is returned as it is. Throws a 409 for a stale
 * form, or when new hours affect booked visits that the person has not seen.
 */
export async function saveClinic(
  context: Context<Principal>,
  changes: Changes,
  countAffected: CountAffectedVisits,
): Promise<ClinicProfile> {
  const { tx, branchId, now } = context
  await queries.lockBranch(tx, branchId)
  const before = await clinicProfile(tx, branchId)
  const { opening_hours, despite_visits, ...rest } = changes
  const fields = { ...savedFields(before), ...rest }
  const differences: ChangesOf<typeof profileChanged> = changesBetween(profileChanged, before, fields)
  const hours = opening_hours.toSorted((a, b) => a.weekday - b.weekday)
  if (!isSame(before.opening_hours, hours)) differences.push({ field: 'opening_hours' })
  if (differences.length === 0) return before
  requireVersion(context, before)
  await queries.updateBranch(tx, branchId, { ...fields, updated_at: now })
  const affected = await saveHours(context, {
    before: before.opening_hours,
    after: hours,
    despite: despite_visits,
    countAffected,
  })
  await writeAuditLog(context, {
    type: 'clinic.profile.changed',
    subjectId: null,
    parameters: affected > 0 ? { visits_hit: affected } : {},
    changes: differences,
  })
  context.publish({ name: 'TimesFreed' })
  return clinicProfile(tx, branchId)
}
