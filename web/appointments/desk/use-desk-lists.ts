import { keepPreviousData, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { appointmentsContract as contract } from '#shared/appointments/contract.ts'
import { closuresContract } from '#shared/closures/contract.ts'
import type { Output } from '#shared/lib/endpoint.ts'
import { query, rereadEveryMinute } from '#web/lib/query.ts'

export type AppointmentList = UseQueryResult<Output<typeof contract.list>>

/** A page of the unfinished or of today's completed appointments. */
export const useDeskList = (scope: 'active' | 'completed-today', page: number): AppointmentList =>
  useQuery({
    ...query(contract.list, { querystring: { scope, page } }),
    placeholderData: keepPreviousData,
    ...rereadEveryMinute,
  })

/** Reads again whatever shows appointments or free times on this page. */
export function useRefreshAppointments(): () => Promise<void> {
  const queries = useQueryClient()
  return async () => {
    const { disabledDates, holidays } = closuresContract
    const shown = [contract.list, contract.takenTimes, contract.payable, disabledDates, holidays]
    await Promise.all(shown.map(({ url }) => queries.invalidateQueries({ queryKey: [url] })))
  }
}
