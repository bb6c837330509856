import { visitsByIds, type AppointmentRow } from '#server/appointments/service.ts'
import { enqueueMessage, requeueMessage } from '#server/messages/outbox/outbox.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import { findPerson } from '#server/people/find-person.ts'
import { appointmentMessages } from '#shared/appointments/messages.ts'
import { mobileOf } from '#shared/lib/phone.ts'
import { messagesMessages as s } from '#shared/messages/messages.ts'
import type { Channel } from '#shared/messages/occasions.ts'
import { sendingTime } from '#shared/messages/sending-time.ts'
import { startVersion, TOLD_OF } from './compose/compose-visit.ts'
import type { Reach } from './settings.ts'
import { occasionSettings } from './compose/templates.ts'
import * as views from './views.ts'

/** On which ways the client of a visit is told: those that are set up, switched on, and known of the person. */
async function waysTo({ tx, branchId }: Context, visit: AppointmentRow, reach: Reach): Promise<Channel[]> {
  const person = await findPerson(tx, visit.user_id)
  const known = {
    email: (person?.email ?? null) !== null,
    sms: mobileOf(visit.contact_number ?? person?.contact_number ?? null) !== null,
  }
  const settings = await occasionSettings(tx, branchId)
  return settings.flatMap(({ occasion, channel, is_on }) =>
    occasion === 'must_move' && is_on && reach[channel] !== null && known[channel] ? [channel] : [],
  )
}

/**
 * Has the client of a visit told that it must be moved, once for each of its times; again when nothing of it arrived. The
 * visit stays where it is until somebody moves it. Throws a 409 for one that is over, and where no message would reach the client.
 */
export async function askToMove(context: Context<Principal>, id: string, reach: Reach): Promise<string> {
  const { tx, now } = context
  const [visit] = await visitsByIds(tx, [id])
  if (!visit || visit.branch_id !== context.branchId) throw new AppError('not_found', appointmentMessages.notFound)
  if (!TOLD_OF.must_move.includes(visit.status) || visit.starts_at <= now) throw new AppError('conflict', s.visitOver)
  const told = { occasion: 'must_move', subjectId: id, version: startVersion(visit.starts_at) } as const
  const earlier = await views.messagesOfVersion(tx, told)
  if (earlier.some(({ state }) => state !== 'failed' && state !== 'skipped')) return s.toldAlready(visit.name)
  const ways = await waysTo(context, visit, reach)
  const [way] = ways
  if (way === undefined) throw new AppError('conflict', s.cannotReach(visit.name))
  enqueueMessage(context, told)
  // What has failed is there already, and is not written a second time.
  for (const { id: messageId, channel } of earlier) {
    const known = ways.find((one) => one === channel)
    if (known === undefined) continue
    const sendAt = sendingTime({ ...told, channel: known }, now)
    await requeueMessage(tx, messageId, { branchId: context.branchId, sendAt, now })
  }
  const { name: client, appointment_date, appointment_time } = visit
  await writeAuditLog(context, {
    type: 'messages.move.asked',
    subjectId: id,
    parameters: { client, appointment_date, appointment_time },
  })
  return s.toldToMove(client, ways.length > 1 ? s.bothWays : s.ways[way])
}
