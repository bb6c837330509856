import { CalendarCheck, UserPlus, WifiOff } from 'lucide-react'
import { useEffect, useEffectEvent, type Dispatch, type Ref } from 'react'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { appointmentMessages } from '#shared/appointments/messages.ts'
import { manilaDate } from '#shared/lib/manila-time.ts'
import { paymentMessages as s } from '#shared/sales/till-messages.ts'
import { AlertLine } from '#web/alerts/alert-line.tsx'
import { useRead } from '#web/data/use-read.ts'
import { now } from '#web/lib/use-now.ts'
import { useOnline } from '#web/lib/use-device.ts'
import { visitOf } from '#web/sales/till/order.ts'
import { Button } from '#web/ui/button.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/data/load-states.tsx'
import { Combobox } from '#web/ui/fields/combobox.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { RadioGroup, SegmentedControl } from '#web/ui/fields/radio-group.tsx'
import {
  findOnlyNamesake,
  visitText,
  WALK_IN,
  type Customer,
  type CustomerAction,
  type Problems,
  type Visit,
} from './payment.ts'
import {
  useIsUnreachable,
  usePayerSuggestions,
  usePriceOf,
  useTodaysPeople,
  withPrice,
  type Suggestion,
} from './suggestions.ts'

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

/** If the typed name is the full name of exactly one person, this person is chosen. */
function useTypedInFull(customer: Customer, suggestions: ReturnType<typeof usePayerSuggestions>, choose: Choose): void {
  const match = suggestions.isComplete && !customer.person ? findOnlyNamesake(suggestions.items, customer.name) : null
  const take = useEffectEvent(() => match && choose(match))
  // Every response creates new objects, so people are compared by id.
  const matchId = match?.value
  useEffect(() => {
    if (matchId !== undefined) take()
  }, [matchId])
}

/** The fields for the payer: type of client, name with suggestions, and visit. */
export function CustomerFields({ customer, dispatch, problems, onAddWalkIn, nameRef }: FieldsProps) {
  const suggestions = usePayerSuggestions(customer.type, customer.name)
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
      <Field label={s.customerName} required error={problems.name} hint={suggestions.isUnreachable && <OfflineHint />}>
        <Combobox
          ref={nameRef}
          value={customer.name}
          onChange={(name) => dispatch({ type: 'typed', name })}
          onPick={(item) => (item.value === ADD ? onAddWalkIn() : 'person' in item && choose(item))}
          items={items}
          textOf={(item) => (item.value === ADD ? customer.name : item.label)}
          {...suggestions.box}
          emptyText={suggestions.isUnreachable ? s.nobodyOffline : isNew ? s.noAppointmentMatches : s.noClientMatches}
          unmatched={customer.name.trim() !== '' && !customer.person}
          placeholder={s.typeName}
        />
      </Field>
      <AlertLine clientId={customer.person ? customer.person.clientId : null} />
      {isNew ? (
        <NewClientVisit customer={customer} />
      ) : (
        <ExistingClientVisit customer={customer} dispatch={dispatch} error={problems.visit} />
      )}
    </div>
  )
}

/** Explains why there are few suggestions offline. */
function OfflineHint() {
  return (
    <span className="flex gap-1.5">
      <WifiOff size={16} className="mt-0.5 shrink-0" aria-hidden="true" />
      {s.offlinePeople}
    </span>
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

/** Shows the visit that the chosen person pays for. */
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

/** The value of the last suggestion, which adds a new client. */
const ADD = 'add-walk-in'

type Listed = Suggestion | { value: typeof ADD; label: string; detail?: string | undefined; group?: string | undefined }

function withWalkIn(
  { items, isCurrent }: ReturnType<typeof usePayerSuggestions>,
  customer: Customer,
): readonly Listed[] {
  const name = customer.name.trim()
  if (customer.type === 'existing' || customer.person || name === '' || !isCurrent) return items
  const detail = items.length === 0 ? s.noAppointmentMatches : undefined
  return [...items, { value: ADD, label: s.addAsWalkIn(name), detail, group: '' }]
}

type ChoiceProps = {
  userId: string
  value: Visit | null
  onChange: (visit: Visit) => void
  error: string | undefined
}

/** A person's unpaid appointments; offline, those of today that were loaded before. */
function useVisitsOf(userId: string) {
  const isOnline = useOnline()
  const querystring = { user_id: userId, per_page: 100 }
  const read = useRead(appointmentsContract.payable, isOnline ? { querystring } : null, { live: true })
  const today = useTodaysPeople().visits
  const isUnreachable = useIsUnreachable(read.error)
  if (isUnreachable)
    return { rows: today.filter((visit) => visit.user_id === userId), isLoading: false, isUnreachable, error: null }
  return {
    rows: (read.data?.appointments ?? []).map(visitOf),
    isLoading: read.isLoading,
    isUnreachable,
    error: read.error,
  }
}

/** Choice of the person's unpaid appointment, or none. */
function VisitChoice({ userId, value, onChange, error }: ChoiceProps) {
  const visits = useVisitsOf(userId)
  const price = usePriceOf()
  const options = [
    ...visits.rows.map((visit) => ({
      value: visit.id,
      label: withPrice(visitText(visit, manilaDate(now())), price(visit)),
    })),
    { value: WALK_IN, label: s.noAppointment },
  ]
  const choose = (id: string) => onChange(visits.rows.find((visit) => visit.id === id) ?? WALK_IN)
  // Without a connection it is unknown whether the person has unpaid appointments.
  const isKnown = !visits.isLoading && !visits.isUnreachable && visits.error === null
  const hasNoChoice = isKnown && visits.rows.length === 0 && value === null
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
    <Field
      label={s.appointment}
      required
      group
      error={error ?? failure}
      hint={visits.isUnreachable ? s.offlineVisits : undefined}
    >
      <RadioGroup
        options={options}
        value={value === null || value === WALK_IN ? value : value.id}
        onChange={choose}
        className="tnum"
      />
    </Field>
  )
}
