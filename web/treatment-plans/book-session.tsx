import { useQueryClient } from '@tanstack/react-query'
import { CalendarPlus } from 'lucide-react'
import { permissionsOf } from '#shared/auth/permissions.ts'
import type { ClientContact } from '#shared/clients/contract.ts'
import { treatmentPlansContract, type PlanProgress } from '#shared/treatment-plans/contract.ts'
import { treatmentPlanMessages as s } from '#shared/treatment-plans/messages.ts'
import { rereadAll } from '#web/lib/query.ts'
import { useRole } from '#web/lib/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { lazyDialog, useDialog } from '#web/ui/overlays/use-dialog.tsx'

const ScheduleDialog = lazyDialog(
  async () => (await import('#web/appointments/desk/schedule-dialog.tsx')).ScheduleDialog,
)

type BookSessionProps = {
  client: ClientContact
  plan: PlanProgress
  label?: string
  /** What screen readers say instead of the label, where several buttons have the same one. */
  name?: string
}

/**
 * Opens the schedule dialog with the client, the service and the day on which the next session is due. Renders nothing
 * for people who may not book, for a booked session, and for a service that is no longer offered.
 */
export function BookSession({ client, plan, label = s.book, name }: BookSessionProps) {
  const queries = useQueryClient()
  const schedule = useDialog(ScheduleDialog)
  const mayBook = permissionsOf(useRole()).has('appointments.manage')
  const { service, due_on, booked_for } = plan
  if (!mayBook || service === null || due_on === null || booked_for !== null) return null
  const open = () =>
    schedule.open({
      client,
      services: [service],
      date: due_on,
      onBooked: () => void rereadAll(queries, [treatmentPlansContract.ofClient, treatmentPlansContract.due]),
    })
  return (
    <>
      <Button
        icon={<CalendarPlus size={18} aria-hidden="true" />}
        aria-label={name ?? s.bookNamed(plan.done + 1, plan.service_name)}
        onClick={open}
      >
        {label}
      </Button>
      {schedule.element}
    </>
  )
}
