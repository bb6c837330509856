import { appointmentsContract, type StaffAppointment } from '#shared/appointments/contract.ts'
import { hasCome } from '#shared/appointments/status.ts'
import { appointmentMessages } from '#shared/appointments/messages.ts'
import { clientsContract } from '#shared/clients/contract.ts'
import type { Output } from '#shared/lib/endpoint.ts'
import { manilaDate } from '#shared/lib/manila-time.ts'
import { formatPesoShort, toCentavos, type Centavos } from '#shared/lib/money.ts'
import { matchesName } from '#shared/people/name-search.ts'
import { formatPhone } from '#shared/lib/phone.ts'
import { paymentMessages as s } from '#shared/sales/payment-messages.ts'
import { tillMessages } from '#shared/sales/till-messages.ts'
import { contactLine, formatLastVisit } from '#web/clients/contact-line.ts'
import { useSuggestions } from '#web/data/use-suggestions.ts'
import { now } from '#web/lib/use-now.ts'
import { useOnline } from '#web/lib/use-online.ts'
import { useServices } from '#web/sales/api.ts'
import { bookedServices, visitOf, type OrderedVisit } from '#web/sales/till/order.ts'
import { personOfContact, personOfVisit, visitText, type ClientType, type Person, type Visit } from './payment.ts'
import { useIsCutOff, useTodaysPeople } from '#web/sales/till/todays-people.ts'

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

const fromVisits = ({ appointments, total }: Output<typeof appointmentsContract.payable>, price: PriceOf): Found => {
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

const fromContacts = ({ data, total }: Output<typeof clientsContract.contacts>): Found => ({
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

/** Today's people with that name. */
function fromMemory(people: ReturnType<typeof useTodaysPeople>, type: ClientType, search: string, price: PriceOf) {
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
      : people.clients.map(({ user_id: userId, name, last_visit }) => ({
          value: userId,
          label: name,
          name,
          detail: formatLastVisit(last_visit),
          person: { userId, name, email: null, contactNumber: null },
          visit: null,
        }))
  return items.filter(({ name }) => matchesName(search, name))
}

const nothing: Suggestion[] = []

/**
 * Suggestions of the name field: for New Client, people with an unpaid appointment; for Existing Client, recorded
 * clients. `isComplete` is false while more exist than are shown, or a newer answer is loading. Offline (`isCutOff`),
 * only today's people with that name are suggested, which is never the complete list.
 */
export function usePayerSuggestions(type: ClientType, name: string) {
  const isNew = type === 'new'
  const isOnline = useOnline()
  const inputFor = (isAsked: boolean) => (search: string) => (isAsked && isOnline ? { querystring: { search } } : null)
  const visits = useSuggestions(appointmentsContract.payable, name, inputFor(isNew), { live: true })
  const contacts = useSuggestions(clientsContract.contacts, name, inputFor(!isNew))
  const { isFresh, error, box } = isNew ? visits : contacts
  const price = usePriceOf()
  const people = useTodaysPeople()
  const isCutOff = useIsCutOff(error)
  if (isCutOff)
    return {
      items: fromMemory(people, type, name, price),
      isCurrent: false,
      isComplete: false,
      isCutOff,
      box: { filtered: true, loading: false },
    }
  const found = isNew
    ? visits.answer && fromVisits(visits.answer, price)
    : contacts.answer && fromContacts(contacts.answer)
  const failed = isNew ? `${appointmentMessages.failedToLoadOngoing} ` : ''
  const { failure } = box
  return {
    items: found?.items ?? nothing,
    isCurrent: isFresh,
    isComplete: isFresh && found !== undefined && found.total <= found.items.length,
    isCutOff,
    box: { ...box, failure: failure && { ...failure, message: `${failed}${failure.message}` } },
  }
}
