import { CalendarCheck, UserPlus } from 'lucide-react'
import { useEffect, useEffectEvent, type Dispatch, type Ref } from 'react'
import { paymentSentences as s } from '#shared/sales/payment-sentences.ts'
import { Button } from '#web/ui/button.tsx'
import { Combobox } from '#web/ui/combobox.tsx'
import { Field } from '#web/ui/field.tsx'
import { SegmentedControl } from '#web/ui/segmented-control.tsx'
import { onlyNamed, WALK_IN, type Customer, type CustomerAction, type Problems } from './customer.ts'
import { useSuggestions, type Suggestion } from './use-suggestions.ts'
import { VisitChoice } from './visit-choice.tsx'

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
          onPick={choose}
          items={suggestions.items}
          filtered
          loading={suggestions.isLoading}
          emptyText={isNew ? s.noAppointmentMatches : s.noClientMatches}
          unmatched={customer.name.trim() !== '' && !customer.person}
          placeholder={s.typeName}
        />
      </Field>
      {isNew ? (
        <NewClientVisit customer={customer} suggestions={suggestions.items} />
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
function NewClientVisit({ customer, suggestions }: { customer: Customer; suggestions: readonly Suggestion[] }) {
  if (!customer.person) return null
  const visit = suggestions.find((suggestion) => suggestion.visit === customer.visit)
  const text = customer.visit === WALK_IN ? s.walkInVisit : visit?.detail
  if (!text) return null
  return (
    <p className="tnum flex items-center gap-2.5 rounded-ctl bg-primary-soft px-3.5 py-2.5 text-sm font-semibold text-primary-ink">
      <CalendarCheck size={18} className="shrink-0" aria-hidden="true" />
      {text}
    </p>
  )
}
