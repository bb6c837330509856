import { visitsByIds } from '#server/appointments/service.ts'
import { clinicProfile } from '#server/clinic/service.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { DetachedContext, Principal } from '#server/lib/context.ts'
import { appointmentMessages as s } from '#shared/appointments/messages.ts'
import { calendarText } from './calendar-file.ts'
import { clientEntry } from './compose/compose-visit.ts'

/** Sends the caller's own appointment as a calendar file. Throws a 404 for somebody else's, and for a cancelled one. */
export async function sendVisitFile(
  context: DetachedContext<Principal>,
  id: string,
  from: string | undefined,
): Promise<void> {
  const { user, reply, now } = context
  const { visit, content } = await context.inTransaction(async ({ tx, branchId }) => {
    const [found] = await visitsByIds(tx, [id])
    if (found?.user_id !== user.id || found.status === 'cancelled') throw new AppError('not_found', s.notFound)
    const entry = clientEntry(found, { clinic: await clinicProfile(tx, branchId), from, now })
    return { visit: found, content: calendarText({ method: 'PUBLISH', entries: [entry] }) }
  })
  const disposition = `attachment; filename="visit-${visit.appointment_date}.ics"`
  await reply
    .headers({ 'content-disposition': disposition, 'cache-control': 'no-store' })
    .type('text/calendar; charset=utf-8')
    .send(content)
}
