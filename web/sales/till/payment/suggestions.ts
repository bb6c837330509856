import { appointmentsContract, type StaffAppointment } from '#shared/appointments/contract.ts'
import { appointmentMessages } from '#shared/appointments/messages.ts'
import { hasCome } from '#shared/appointments/status.ts'
import { clientsContract, type ClientContact } from '#shared/clients/contract.ts'
import type { Output } from '#shared/lib/endpoint.ts'
import { ApiError } from '#shared/lib/http-client.ts'
import { manilaDate } from '#shared/lib/manila-time.ts'
import { formatPesoShort, toCentavos, type Centavos } from '#shared/lib/money.ts'
import { formatPhone } from '#shared/lib/phone.ts'
import { matchesName } from '#shared/people/name-search.ts'
import { paymentMessages as s, tillMessages } from '#shared/sales/till-messages.ts'
import { contactLine, formatLastVisit } from '#web/clients/contact-line.ts'
import { useSource, type ReadOptions } from '#web/data/use-read.ts'
import { useSuggestions } from '#web/data/use-suggestions.ts'
import { api } from '#web/lib/api.ts'
import { now } from '#web/lib/use-now.ts'
import { useOnline } from '#web/lib/use-device.ts'
import { useServices } from '#web/sales/api.ts'
import { bookedServices, visitOf, type OrderedVisit } from '#web/sales/till/order.ts'
import { personOfContact, personOfVisit, visitText, type ClientType, type Person, type Visit } from './payment.ts'

/** The fields of a client that the till keeps offline. */
type KnownClient = Pick<ClientContact, 'user_id' | 'client_id' | 'name' | 'last_visit'>

/** A payable visit. `hasCome` is true if the client has arrived or the visit is over. */
type TodaysVisit = OrderedVisit & { hasCome: boolean }

const RECENT_CLIENTS = 50

// The query key begins with the call's URL, so that a sale reloads this query with all others of the call.
const payableToday = {
  queryKey: [appointmentsContract.payable.url, 'of-today'],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<TodaysVisit[]> => {
    const { appointments } = await api(appointmentsContract.payable, { querystring: { per_page: 100 } }, { signal })
    return appointments.map((row) => ({ ...visitOf(row), hasCome: hasCome(row) }))
  },
}
const recentClients = {
  queryKey: [clientsContract.list.url, 'served-lately'],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<KnownClient[]> => {
    const querystring = { sort: 'last-visit', per_page: RECENT_CLIENTS } as const
    const page = await api(clientsContract.list, { querystring }, { signal })
    return page.clients.map(({ id, user_id, name, last_visit }) => ({ client_id: id, user_id, name, last_visit }))
  },
}

const refreshing: ReadOptions = { staleMs: 60_000, everyMs: 300_000 }
const none: never[] = []

/**
 * The people who can be chosen offline: today's payable visits and the most recent clients. They are kept in memory
 * only, without number and e-mail (decision 26), while a part of the till uses them.
 */
export function useTodaysPeople(): { visits: readonly TodaysVisit[]; clients: readonly KnownClient[] } {
  const today = manilaDate(now())
  const waiting = useSource(payableToday, refreshing).data ?? none
  return {
    visits: waiting.filter((visit) => visit.appointment_date === today),
    clients: useSource(recentClients, refreshing).data ?? none,
  }
}

/** True when the browser is offline or a read got no response. */
export function useIsUnreachable(error: Error | null): boolean {
  const isOnline = useOnline()
  return !isOnline || (error instanceof ApiError && error.code === 'no_answer')
}

/** A suggested person; `visit` is the appointment they are suggested for. */
export type Suggestion = {
  value: string
  label: string
  name: string
  detail?: string | undefined
  group?: string | undefined
  person: Person
  visit: Visit | null
}

type PriceOf = (visit: OrderedVisit) => Centavos | undefined

/** The price of a visit's booked services from the till's catalogue; undefined if one is missing. */
export function usePriceOf(): PriceOf {
  const { data } = useServices({})
  return (visit) => {
    const prices = bookedServices(visit).map(
      ({ service_id }) => data?.find(({ id }) => id === service_id)?.service_price,
    )
    return prices.reduce<Centavos | undefined>(
      (sum, price) => (sum === undefined || price === undefined ? undefined : sum + toCentavos(price)),
      0,
    )
  }
}

export const withPrice = (text: string, price: Centavos | undefined): string =>
  price === undefined ? text : `${text}, ${formatPesoShort(price)}`

type Found = { total: number; items: Suggestion[] }

const numberOf = ({ contact_number: number }: StaffAppointment) =>
  number === appointmentMessages.notProvided ? null : formatPhone(number)

const groupOfToday = (isHere: boolean) => (isHere ? tillMessages.waitingToday : tillMessages.laterToday)

const suggestionsOfVisits = (
  { appointments, total }: Output<typeof appointmentsContract.payable>,
  price: PriceOf,
): Found => {
  const today = manilaDate(now())
  const item = (appointment: StaffAppointment): Suggestion => {
    const visit = visitOf(appointment)
    const details = [numberOf(appointment), withPrice(visitText(visit, today), price(visit))]
    return {
      value: visit.id,
      label: visit.name,
      name: visit.name,
      detail: details.filter((part) => part).join(' · '),
      group: visit.appointment_date === today ? groupOfToday(hasCome(appointment)) : s.otherDays,
      person: personOfVisit(visit),
      visit,
    }
  }
  return { total, items: appointments.map(item) }
}

const suggestionsOfContacts = ({ data, total }: Output<typeof clientsContract.contacts>): Found => ({
  total,
  items: data.map((contact) => ({
    value: contact.user_id,
    label: contact.name,
    name: contact.name,
    detail: contactLine(contact),
    person: personOfContact(contact),
    visit: null,
  })),
})

/** Suggests people of today's visits and recent clients whose name matches; used without a connection. */
function suggestionsFromMemory(
  people: ReturnType<typeof useTodaysPeople>,
  type: ClientType,
  search: string,
  price: PriceOf,
) {
  const today = manilaDate(now())
  const items: Suggestion[] =
    type === 'new'
      ? people.visits.map((visit) => ({
          value: visit.id,
          label: visit.name,
          name: visit.name,
          detail: withPrice(visitText(visit, today), price(visit)),
          group: groupOfToday(visit.hasCome),
          person: personOfVisit(visit),
          visit,
        }))
      : people.clients.map(({ user_id: userId, client_id: clientId, name, last_visit }) => ({
          value: userId,
          label: name,
          name,
          detail: formatLastVisit(last_visit),
          person: { userId, clientId, name, email: null, contactNumber: null },
          visit: null,
        }))
  return items.filter(({ name }) => matchesName(search, name))
}

/**
 * Suggestions of the name field: for New Client, people with an unpaid appointment; for Existing Client, recorded
 * clients. `isComplete` is false while more exist than are shown, or a newer answer is loading. Offline
 * (`isUnreachable`), only today's people with that name are suggested, which is never the complete list.
 */
export function usePayerSuggestions(type: ClientType, name: string) {
  const isNew = type === 'new'
  const isOnline = useOnline()
  const inputFor = (isWanted: boolean) => (search: string) =>
    isWanted && isOnline ? { querystring: { search } } : null
  const visits = useSuggestions(appointmentsContract.payable, name, inputFor(isNew), { live: true })
  const contacts = useSuggestions(clientsContract.contacts, name, inputFor(!isNew))
  const { isFresh, error, box } = isNew ? visits : contacts
  const price = usePriceOf()
  const people = useTodaysPeople()
  const isUnreachable = useIsUnreachable(error)
  if (isUnreachable)
    return {
      items: suggestionsFromMemory(people, type, name, price),
      isCurrent: false,
      isComplete: false,
      isUnreachable,
      box: { filtered: true, loading: false },
    }
  const found = isNew
    ? visits.answer && suggestionsOfVisits(visits.answer, price)
    : contacts.answer && suggestionsOfContacts(contacts.answer)
  const failed = isNew ? `${appointmentMessages.failedToLoadOngoing} ` : ''
  const { failure } = box
  return {
    items: found?.items ?? none,
    isCurrent: isFresh,
    isComplete: isFresh && found !== undefined && found.total <= found.items.length,
    isUnreachable,
    box: { ...box, failure: failure && { ...failure, message: `${failed}${failure.message}` } },
  }
}
