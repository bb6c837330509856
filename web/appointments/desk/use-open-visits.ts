import { useQuery } from '@tanstack/react-query'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { NOT_BEGUN_STATUSES } from '#shared/appointments/status.ts'
import { query } from '#web/lib/query.ts'

/** The visits of a client that have not begun, by time: those that can be cancelled together, and those that are paid. */
export function useOpenVisits(clientId: string) {
  const list = useQuery(
    query(appointmentsContract.list, { querystring: { scope: 'active', client_id: clientId, per_page: 100 } }),
  )
  const open = list.data?.appointments.filter(({ status }) => NOT_BEGUN_STATUSES.some((each) => each === status)) ?? []
  return { visits: open.filter(({ is_paid }) => !is_paid), paid: open.filter(({ is_paid }) => is_paid) }
}
export type OpenVisits = ReturnType<typeof useOpenVisits>
