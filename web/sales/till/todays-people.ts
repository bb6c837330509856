import { appointmentsContract } from '#shared/appointments/contract.ts'
import { clientsContract, type ClientContact } from '#shared/clients/contract.ts'
import { manilaDate } from '#shared/lib/manila-time.ts'
import { ApiError } from '#shared/lib/http-client.ts'
import { hasCome } from '#shared/appointments/status.ts'
import { useSource, type ReadOptions } from '#web/data/use-read.ts'
import { api } from '#web/lib/api.ts'
import { now } from '#web/lib/use-now.ts'
import { useOnline } from '#web/lib/use-online.ts'
import { visitOf, type OrderedVisit } from './order.ts'

/** The fields of a client that the till keeps offline. */
type KnownClient = Pick<ClientContact, 'user_id' | 'client_id' | 'name' | 'last_visit'>

/** A payable visit; `hasCome`: the client has arrived, or the visit is over. */
type TodaysVisit = OrderedVisit & { hasCome: boolean }

const LATELY = 50

// The key begins with the call's URL, so that a sale reloads both.
const visits = {
  queryKey: [appointmentsContract.payable.url, 'of-today'],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<TodaysVisit[]> => {
    const { appointments } = await api(appointmentsContract.payable, { querystring: { per_page: 100 } }, { signal })
    return appointments.map((row) => ({ ...visitOf(row), hasCome: hasCome(row) }))
  },
}
const clients = {
  queryKey: [clientsContract.list.url, 'served-lately'],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<KnownClient[]> => {
    const querystring = { sort: 'last-visit', per_page: LATELY } as const
    const answer = await api(clientsContract.list, { querystring }, { signal })
    return answer.clients.map(({ id, user_id, name, last_visit }) => ({ client_id: id, user_id, name, last_visit }))
  },
}

const often: ReadOptions = { staleMs: 60_000, everyMs: 300_000 }
const nothing: never[] = []

/**
 * The people who can be chosen offline: today's payable visits and the most recent clients. In memory only, without
 * number and e-mail (decision 26), as long as a part of the till uses them.
 */
export function useTodaysPeople(): { visits: readonly TodaysVisit[]; clients: readonly KnownClient[] } {
  const today = manilaDate(now())
  const waiting = useSource(visits, often).data ?? nothing
  return {
    visits: waiting.filter((visit) => visit.appointment_date === today),
    clients: useSource(clients, often).data ?? nothing,
  }
}

/** True when the browser is offline or a read got no response. */
export function useIsCutOff(error: Error | null): boolean {
  const isOnline = useOnline()
  return !isOnline || (error instanceof ApiError && error.code === 'no_answer')
}
