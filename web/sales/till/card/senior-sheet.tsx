import { IdCard } from 'lucide-react'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { cardMessages as s, methodMessages } from '#shared/sales/messages.ts'
import { cardReason, CARD_KINDS, type CardKind } from '#shared/sales/senior-pwd-card.ts'
import { ageOn } from '#shared/sales/tax.ts'
import { formatShortDate, manilaDate } from '#shared/lib/manila-time.ts'
import { useFocusOnError } from '#web/lib/form-errors.ts'
import { now } from '#web/lib/use-now.ts'
import { dispatchOrder } from '#web/sales/till/order-store.ts'
import type { Order } from '#web/sales/till/order.ts'
import type { Person } from '#web/sales/till/payment/payment.ts'
import { Button } from '#web/ui/button.tsx'
import { DateInput } from '#web/ui/fields/date-input.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { SegmentedControl } from '#web/ui/fields/radio-group.tsx'
import { TextInput } from '#web/ui/fields/text-input.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { CardCalculation } from './card-calculation.tsx'
import { CardLines } from './card-lines.tsx'
import { useCardForm, type CardForm, type Problems } from './use-card-form.ts'

const kinds = CARD_KINDS.map((kind) => ({ value: kind, label: methodMessages.discountReasons[cardReason(kind)] }))

type SheetProps = DialogControl & { order: Order; buyer: Person | null; kind?: CardKind | undefined }

/** The errors of the shown Senior or PWD card. Applying the form shows the first card that has an error. */
function useCardProblems(form: CardForm) {
  const [problems, setProblems] = useState<Problems>({})
  const clearing =
    <Args extends unknown[]>(act: (...args: Args) => void) =>
    (...args: Args) => {
      setProblems({})
      act(...args)
    }
  /** True if no Senior or PWD card has an error. */
  const check = (): boolean => {
    const invalid = form.all.findIndex((_, i) => Object.keys(form.problemsOf(i)).length > 0)
    if (invalid === -1) return true
    form.show(invalid)
    setProblems(form.problemsOf(invalid))
    return false
  }
  return {
    problems,
    check,
    form: {
      ...form,
      change: clearing(form.change),
      changeLine: clearing(form.changeLine),
      show: clearing(form.show),
      addCard: clearing(form.addCard),
      removeCard: clearing(form.removeCard),
    },
  }
}

/** The form for the cards of Senior Citizens and PWD: holders, pieces of lines, and the calculation. */
export function SeniorSheet({ open, onClose, order, buyer, kind }: SheetProps) {
  const { form, problems, check } = useCardProblems(useCardForm(order, buyer, kind))
  const { isVatRegistered } = form
  const idNumber = useRef<HTMLInputElement>(null)
  const fields = useFocusOnError(problems)
  useFocusAdded(form, idNumber)
  const apply = () => {
    const pieces = Object.fromEntries(form.order.lines.map((line) => [line.serviceId, line.pieces]))
    dispatchOrder({ type: 'cards', cards: form.order.cards, pieces })
    onClose()
  }
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      size="xl"
      title={s.title}
      description={isVatRegistered ? s.description : s.descriptionWithoutVat}
      initialFocus={idNumber}
      leave={s.cancel}
      send={s.apply}
      disabled={isVatRegistered === undefined}
      unsaved={form.isChanged}
      onSubmit={(event) => {
        event.preventDefault()
        if (check()) apply()
      }}
    >
      <div className="grid gap-5 md:grid-cols-[minmax(0,1fr)_20rem]">
        <div ref={fields} className="space-y-4">
          {isVatRegistered === undefined && (
            <p role="status" className="text-sm text-ink-2">
              {s.termsUnknown}
            </p>
          )}
          <ShownCard form={form} />
          <CardFields key={form.shown} form={form} idNumberRef={idNumber} problems={problems} />
          <CardLines form={form} error={problems.services} />
          <CardButtons form={form} />
        </div>
        <CardCalculation order={form.order} isVatRegistered={isVatRegistered ?? false} />
      </div>
    </FormDialog>
  )
}

/** Chooses the shown one of several Senior or PWD cards by the holders' names. */
function ShownCard({ form }: { form: CardForm }) {
  if (form.all.length === 1) return null
  return (
    <div>
      <SegmentedControl
        aria-label={s.cards}
        options={form.all.map(({ name }, card) => ({ value: card, label: name.trim() || s.card(card + 1) }))}
        value={form.shown}
        onChange={form.show}
      />
    </div>
  )
}

/** Buttons to add the Senior or PWD card of another holder, and to remove the shown one of several cards. */
function CardButtons({ form }: { form: CardForm }) {
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        variant="quiet"
        onClick={form.addCard}
        disabled={form.isFull}
        icon={<IdCard size={18} aria-hidden="true" />}
      >
        {s.addCard}
      </Button>
      {form.all.length > 1 && (
        <Button variant="danger-quiet" onClick={form.removeCard}>
          {s.removeCard}
        </Button>
      )}
    </div>
  )
}

/** Moves the focus to the field for the card number when a Senior or PWD card is added. */
function useFocusAdded({ all: { length: count } }: CardForm, idNumber: RefObject<HTMLInputElement | null>) {
  const before = useRef(count)
  useEffect(() => {
    if (count > before.current) idNumber.current?.focus()
    before.current = count
  }, [count, idNumber])
}

type FieldsProps = { form: CardForm; idNumberRef: RefObject<HTMLInputElement | null>; problems: Problems }

function CardFields({ form: { values, change, seenAt }, idNumberRef, problems }: FieldsProps) {
  const age = values.birthDate === '' ? null : ageOn(manilaDate(now()), values.birthDate)
  return (
    <>
      <SegmentedControl aria-label={s.kind} options={kinds} value={values.kind} onChange={(kind) => change({ kind })} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={s.idNumber} required error={problems.idNumber}>
          <TextInput
            ref={idNumberRef}
            value={values.idNumber}
            onChange={(event) => change({ idNumber: event.target.value })}
            maxLength={60}
            autoComplete="off"
          />
        </Field>
        {values.kind === 'senior' && (
          <Field label={s.birthDate} required hint={age === null ? undefined : s.age(age)} error={problems.birthDate}>
            <DateInput value={values.birthDate} onChange={(event) => change({ birthDate: event.target.value })} />
          </Field>
        )}
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label={s.name}
          required
          error={problems.name}
          hint={seenAt === null ? undefined : s.remembered(formatShortDate(seenAt.slice(0, 10)))}
        >
          <TextInput
            value={values.name}
            onChange={(event) => change({ name: event.target.value })}
            maxLength={120}
            autoComplete="off"
          />
        </Field>
        <Field label={s.tin} error={problems.tin}>
          <TextInput
            value={values.tin}
            onChange={(event) => change({ tin: event.target.value })}
            maxLength={20}
            autoComplete="off"
          />
        </Field>
      </div>
    </>
  )
}
