import { appointmentsBetween, type AppointmentRow } from '#server/appointments/public.ts'
import { findPractitioner } from '#server/people/find-person.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { UsedSupply } from '#shared/appointments/records.ts'
import type { Context, Principal, ReadContext } from '#server/lib/context.ts'
import { resourceNameOf, roomsOfVisits } from '#server/resources/public.ts'
import { partOfPerson } from '#shared/appointments/part-of-visit.ts'
import { appointmentMessages as s } from '#shared/appointments/messages.ts'
import type { myDayContract } from '#shared/my-day/contract.ts'
import type { Answer, Parsed } from '#shared/lib/endpoint.ts'
import { isoInManila, type CivilDate } from '#shared/lib/manila-time.ts'
import { setArrived } from '#server/appointments/attend.ts'
import { presentForStaff } from '#server/appointments/present-appointment.ts'
import { requireAppointment } from '#server/appointments/require-transition.ts'
import { undoStatus } from '#server/appointments/undo-status.ts'
import { updateStatus } from '#server/appointments/update-status.ts'

type OwnVisit = Answer<typeof myDayContract.changeStatus>['data']

/**
 * Converts appointments for the practitioner `own`, each with the services and times that this practitioner performs.
 * Fields that are only for the front desk are dropped when the response is validated.
 */
async function ownVisits({ tx, now }: ReadContext, rows: AppointmentRow[], own: string): Promise<OwnVisit[]> {
  const rooms = await roomsOfVisits(
    tx,
    rows.map(({ id }) => id),
  )
  const visits = rows.map((row) => {
    const visit = presentForStaff(row, now)
    const { appointment_time, duration_minutes } = visit
    const part = partOfPerson(visit, own)
    const starts_at = isoInManila(new Date(row.starts_at.getTime() + (part?.starts_after ?? 0) * 60_000))
    const room_name = rooms.get(row.id) ?? null
    return { ...visit, ...part, starts_at, room_name, whole: part && { appointment_time, duration_minutes } }
  })
  // Sorts by instant, so that visits after midnight come last.
  return visits.toSorted((a, b) => a.starts_at.localeCompare(b.starts_at))
}

/** The caller's own visits on a date; none for an account that no admin has linked to a practitioner. */
export async function readMyDay(
  context: ReadContext<Principal>,
  date: CivilDate,
): Promise<Answer<typeof myDayContract.day>['data']> {
  const { tx, branchId, user } = context
  const practitionerId = await findPractitioner(tx, user.id)
  if (practitionerId === null) return { practitioner_name: null, visits: [] }
  const rows = await appointmentsBetween(tx, branchId, {
    from: date,
    to: date,
    practitionerId,
  })
  return {
    practitioner_name: await resourceNameOf(tx, practitionerId),
    visits: await ownVisits(context, rows, practitionerId),
  }
}

/**
 * Runs `act` on the caller's own visit. Any other visit gets the same 404 as an unknown one. The data of an error is
 * removed, because the caller may not see it. Only visit questions are kept, because the caller must answer them.
 */
async function changeOwnVisit(context: Context<Principal>, id: string, act: () => Promise<unknown>): Promise<OwnVisit> {
  const row = await requireAppointment(context, id)
  const practitionerId = await findPractitioner(context.tx, context.user.id)
  const people = [row, ...(row.further ?? [])].map((service) => service.practitioner_id)
  if (practitionerId === null || !people.includes(practitionerId)) throw new AppError('not_found', s.notFound)
  try {
    await act()
  } catch (error) {
    if (!(error instanceof AppError) || error.data === undefined || error.code === 'needs_reason') throw error
    throw new AppError(error.code, error.message)
  }
  const [visit] = await ownVisits(context, [await requireAppointment(context, id)], practitionerId)
  return visit!
}

export async function changeOwnStatus(
  context: Context<Principal>,
  id: string,
  { status, override }: Parsed<typeof myDayContract.changeStatus>['body'],
): Promise<Answer<typeof myDayContract.changeStatus>> {
  let used: UsedSupply[] = []
  const data = await changeOwnVisit(context, id, async () => {
    ;({ used } = await updateStatus(context, id, { status, override }))
  })
  return { data, ...(used.length > 0 && { used }) }
}

export const setOwnArrived = (context: Context<Principal>, id: string, arrived: boolean) =>
  changeOwnVisit(context, id, () => setArrived(context, id, arrived))

export const undoOwnStatus = (context: Context<Principal>, id: string) =>
  changeOwnVisit(context, id, () => undoStatus(context, id))
