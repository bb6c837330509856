import { CalendarCheck, UserPlus } from 'lucide-react'
import { useEffect, useEffectEvent, type Dispatch, type Ref } from 'react'
import { appointmentsContract, type StaffAppointment } from '#shared/appointments/contract.ts'
import { appointmentMessages } from '#shared/appointments/messages.ts'
import { clientsContract } from '#shared/clients/contract.ts'
import type { Output } from '#shared/lib/endpoint.ts'
import { manilaDate } from '#shared/lib/manila-time.ts'
import { formatPesoShort, toCentavos, type Centavos } from '#shared/lib/money.ts'
import { formatPhone } from '#shared/lib/phone.ts'
import { paymentMessages as s } from '#shared/sales/payment-messages.ts'
import { tillMessages } from '#shared/sales/till-messages.ts'
import { contactLine } from '#web/clients/contact-line.ts'
import { useRead } from '#web/data/use-read.ts'
import { useDebounced } from '#web/lib/use-debounced.ts'
import { now } from '#web/lib/use-now.ts'
import { useServices } from '#web/sales/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Combobox } from '#web/ui/combobox.tsx'
import { Field } from '#web/ui/field.tsx'
import { RadioGroup } from '#web/ui/radio-group.tsx'
import { SegmentedControl } from '#web/ui/segmented-control.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/skeleton.tsx'
import { visitOf, type OrderedVisit } from './order.ts'
import {
  onlyNamed,
  personOfContact,
  personOfVisit,
  visitText,
  WALK_IN,
  type ClientType,
  type Customer,
  type CustomerAction,
  type Person,
  type Problems,
  type Visit,
} from './payment.ts'

const types = [
  { value: 'new' as const, label: s.newClient },
  { value: 'existing' as const, label: s.existingClient },
]

type FieldsProps = {
  customer: Customer
  dispatch: Dispatch<CustomerAction>
  problems: Problems
  onAddWalkIn: () => void
  nameRef: Ref<HTMLInputElement>
}

type Choose = (suggestion: Suggestion) => void

/** A name that was typed in full counts as chosen, when only one person is called so. */
function useTypedInFull(customer: Customer, suggestions: ReturnType<typeof useSuggestions>, choose: Choose): void {
  const match = suggestions.isComplete && !customer.person ? onlyNamed(suggestions.items, customer.name) : null
  const take = useEffectEvent(() => match && choose(match))
  // The list of suggestions is a new one with every answer; its people are told apart by their ids.
  const matchId = match?.value
  useEffect(() => {
    if (matchId !== undefined) take()
  }, [matchId])
}

/** Who pays: the type of client, the name with suggestions, and which visit it is for. */
export function CustomerFields({ customer, dispatch, problems, onAddWalkIn, nameRef }: FieldsProps) {
  const suggestions = useSuggestions(customer.type, customer.name)
  const items = withWalkIn(suggestions, customer)
  const choose: Choose = ({ person, visit }) => dispatch({ type: 'chosen', person, visit })
  useTypedInFull(customer, suggestions, choose)
  const isNew = customer.type === 'new'
  return (
    <div className="space-y-4">
      <TypeSwitch customer={customer} dispatch={dispatch} />
      {isNew && (
        <Button block onClick={onAddWalkIn} icon={<UserPlus size={18} aria-hidden="true" />} className="text-primary!">
          {s.addWalkIn}
        </Button>
      )}
      <Field label={s.customerName} required error={problems.name ?? suggestions.error}>
        <Combobox
          ref={nameRef}
          value={customer.name}
          onChange={(name) => dispatch({ type: 'typed', name })}
          onPick={(item) => (item.value === ADD ? onAddWalkIn() : 'person' in item && choose(item))}
          items={items}
          textOf={(item) => (item.value === ADD ? customer.name : item.label)}
          filtered
          loading={suggestions.isLoading}
          emptyText={isNew ? s.noAppointmentMatches : s.noClientMatches}
          unmatched={customer.name.trim() !== '' && !customer.person}
          placeholder={s.typeName}
        />
      </Field>
      {isNew ? (
        <NewClientVisit customer={customer} />
      ) : (
        <ExistingClientVisit customer={customer} dispatch={dispatch} error={problems.visit} />
      )}
    </div>
  )
}

function TypeSwitch({ customer, dispatch }: Pick<FieldsProps, 'customer' | 'dispatch'>) {
  return (
    <Field label={s.clientType} labelHidden group>
      <SegmentedControl
        options={types}
        value={customer.type}
        onChange={(clientType) => dispatch({ type: 'client-type', clientType })}
        block
      />
    </Field>
  )
}

type VisitProps = Pick<FieldsProps, 'customer' | 'dispatch'> & { error: string | undefined }

function ExistingClientVisit({ customer, dispatch, error }: VisitProps) {
  if (!customer.person) return null
  const { userId } = customer.person
  return (
    <VisitChoice
      key={userId}
      userId={userId}
      value={customer.visit}
      onChange={(visit) => dispatch({ type: 'visit', visit })}
      error={error}
    />
  )
}

/** What the chosen person pays for, to be seen before it is paid. */
function NewClientVisit({ customer: { person, visit } }: { customer: Customer }) {
  const price = usePriceOf()
  if (!person || visit === null) return null
  const text = visit === WALK_IN ? s.walkInVisit : withPrice(visitText(visit, manilaDate(now())), price(visit))
  return (
    <p className="tnum flex items-center gap-2.5 rounded-ctl bg-primary-soft px-3.5 py-2.5 text-sm font-semibold text-primary-ink">
      <CalendarCheck size={18} className="shrink-0" aria-hidden="true" />
      {text}
    </p>
  )
}

/** Someone the name field suggests; `visit` is the appointment they are suggested for. */
type Suggestion = {
  value: string
  label: string
  name: string
  detail?: string | undefined
  group?: string | undefined
  person: Person
  visit: Visit | null
}

/** The last of the suggestions: who is not among them is put on file. */
const ADD = 'add-walk-in'

type Listed = Suggestion | { value: typeof ADD; label: string; detail?: string | undefined; group?: string | undefined }

function withWalkIn({ items, isCurrent }: ReturnType<typeof useSuggestions>, customer: Customer): readonly Listed[] {
  const name = customer.name.trim()
  if (customer.type === 'existing' || customer.person || name === '' || !isCurrent) return items
  const detail = items.length === 0 ? s.noAppointmentMatches : undefined
  return [...items, { value: ADD, label: s.addAsWalkIn(name), detail, group: '' }]
}

type PriceOf = (visit: OrderedVisit) => Centavos | undefined

/** What the booked service of a visit costs, as the till's catalogue has it. */
function usePriceOf(): PriceOf {
  const { data } = useServices({})
  return (visit) => {
    const service = data?.find(({ id }) => id === visit.service_id)
    return service && toCentavos(service.service_price)
  }
}

const withPrice = (text: string, price: Centavos | undefined): string =>
  price === undefined ? text : `${text}, ${formatPesoShort(price)}`

const nothing: Suggestion[] = []

type Found = { total: number; items: Suggestion[] }

const numberOf = ({ contact_number: number }: StaffAppointment) =>
  number === appointmentMessages.notProvided ? null : formatPhone(number)

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
      group: visit.appointment_date === today ? tillMessages.waitingToday : s.otherDays,
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

/**
 * Who the name field suggests: under New Client people with an appointment to pay, under Existing Client those on file.
 * `isComplete` is false while there are more than are shown, or while the answer is not for `name` yet.
 */
function useSuggestions(type: ClientType, name: string) {
  const search = useDebounced(name.trim(), 200).slice(0, 100)
  const isNew = type === 'new'
  const input = { querystring: { search } }
  const visits = useRead(appointmentsContract.payable, isNew ? input : null, { keepPrevious: true, live: true })
  const contacts = useRead(clientsContract.contacts, isNew ? null : input, { keepPrevious: true })
  const { isFetching, error } = isNew ? visits : contacts
  const price = usePriceOf()
  const data = isNew ? visits.data && fromVisits(visits.data, price) : contacts.data && fromContacts(contacts.data)
  const failed = isNew ? `${appointmentMessages.failedToLoadOngoing} ` : ''
  const isCurrent = search === name.trim() && !isFetching
  return {
    items: data?.items ?? nothing,
    isLoading: isFetching,
    isCurrent,
    isComplete: isCurrent && data !== undefined && data.total <= data.items.length,
    error: error ? `${failed}${error.message}` : undefined,
  }
}

type ChoiceProps = {
  userId: string
  value: Visit | null
  onChange: (visit: Visit) => void
  error: string | undefined
}

/** Which of the person's unpaid appointments is paid, or none. Who has none pays for a visit without one. */
function VisitChoice({ userId, value, onChange, error }: ChoiceProps) {
  const querystring = { user_id: userId, per_page: 100 }
  const visits = useRead(appointmentsContract.payable, { querystring }, { live: true })
  const price = usePriceOf()
  const rows = (visits.data?.appointments ?? []).map(visitOf)
  const options = [
    ...rows.map((visit) => ({ value: visit.id, label: withPrice(visitText(visit, manilaDate(now())), price(visit)) })),
    { value: WALK_IN, label: s.noAppointment },
  ]
  const choose = (id: string) => onChange(rows.find((visit) => visit.id === id) ?? WALK_IN)
  const hasNoChoice = visits.data?.appointments.length === 0 && value === null
  const takeWalkIn = useEffectEvent(() => onChange(WALK_IN))
  useEffect(() => {
    if (hasNoChoice) takeWalkIn()
  }, [hasNoChoice])
  if (visits.isLoading)
    return (
      <SkeletonGroup label={s.loadingAppointments} className="space-y-3">
        <Skeleton className="h-5 w-28" />
        <Skeleton className="h-5 w-64" />
      </SkeletonGroup>
    )
  const failure = visits.error ? `${appointmentMessages.failedToLoadOngoing} ${visits.error.message}` : undefined
  return (
    <Field label={s.appointment} required group error={error ?? failure}>
      <RadioGroup
        options={options}
        value={value === null || value === WALK_IN ? value : value.id}
        onChange={choose}
        className="tnum"
      />
    </Field>
  )
}
