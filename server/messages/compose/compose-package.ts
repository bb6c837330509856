import { clinicProfile } from '#server/clinic/clinic-profile.ts'
import { openPackageById } from '#server/prepaid/public.ts'
import { dayNumber, formatDay, formatLongDate, manilaDate, type CivilDate } from '#shared/lib/manila-time.ts'
import type { PackageNoticeDays } from '#shared/messages/message-types.ts'
import { mailMessages as s } from '#shared/messages/sent-messages.ts'
import { clinicValues, findAddressee, skip, writeMail, writeSms, type Composer } from './composer.ts'

/**
 * The version of a message about the last day of a package. The version contains the last day, so that a package with
 * an extended last day is announced again.
 */
export const packageNoticeVersion = (lastDay: CivilDate, days: PackageNoticeDays): number =>
  dayNumber(lastDay) * 100 + days

/** True if a message announces this last day of a package. */
const announces = (version: number, lastDay: CivilDate): boolean => Math.floor(version / 100) === dayNumber(lastDay)

/** Composes the message that a package with unused sessions is about to expire, to the client who has it now. */
export const composePackageNotice: Composer = async (tx, message, options) => {
  const open = await openPackageById(tx, message.branch_id, message.subject_id)
  if (!open || open.expires_on === null || !announces(message.version, open.expires_on)) return skip('superseded')
  if (open.expires_on < manilaDate(options.now)) return skip('passed')
  const person = await findAddressee(tx, open.user_id)
  if (!person) return skip('no-email')
  const clinic = await clinicProfile(tx, message.branch_id)
  const formatted = message.channel === 'sms' ? formatDay(open.expires_on) : formatLongDate(open.expires_on)
  const values = {
    ...clinicValues(clinic),
    client: person.name,
    package: open.name,
    sessions: s.sessions(open.sessions_left),
    date: formatted,
  }
  const about = { occasion: 'package_expires', values } as const
  if (message.channel === 'sms') return writeSms(tx, message, { ...about, number: person.contact_number })
  if (person.email === null) return skip('no-email')
  const to = { name: person.heading, address: person.email }
  return { kind: 'email', mail: await writeMail(tx, message, options, { ...about, to, clinic }) }
}
