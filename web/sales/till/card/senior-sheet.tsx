import { useId, useRef, useState } from 'react'
import { cardContract } from '#shared/sales/till-contract.ts'
import { cardMessages as s, methodMessages } from '#shared/sales/messages.ts'
import { cardReason, CARD_KINDS, isPlausibleCardNumber, type CardKind } from '#shared/sales/senior-pwd-card.ts'
import { ageOn, isSenior } from '#shared/sales/tax.ts'
import { formatPeso } from '#shared/lib/money.ts'
import { formatShortDate, manilaDate } from '#shared/lib/manila-time.ts'
import { useRead } from '#web/data/use-read.ts'
import { useFocusOnError } from '#web/lib/form-errors.ts'
import { now } from '#web/lib/use-now.ts'
import { Checkbox } from '#web/ui/fields/toggles.tsx'
import { DateInput } from '#web/ui/fields/date-input.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { SegmentedControl } from '#web/ui/fields/radio-group.tsx'
import { TextInput } from '#web/ui/fields/text-input.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { dispatchOrder } from '#web/sales/till/order-store.ts'
import { subjectOf, type Order } from '#web/sales/till/order.ts'
import { priceOf, promoPriceOf, withoutCard, CardCalculation } from './card-calculation.tsx'
import type { Person } from '#web/sales/till/payment/payment.ts'

const kinds = CARD_KINDS.map((kind) => ({ value: kind, label: methodMessages.discountReasons[cardReason(kind)] }))

type Values = { kind: CardKind; idNumber: string; name: string; birthDate: string; serviceIds: readonly string[] }

/**
 * The form's initial values: the order's card, the client's latest card, or the client's name. `kind` is the kind of card
 * that the cashier chose as the reason of a discount.
 */
function useCardForm({ order, buyer, kind: asked }: Omit<SheetProps, keyof DialogControl>) {
  const userId = subjectOf(order)?.user_id ?? buyer?.userId
  const { data: terms } = useRead(cardContract.terms, { querystring: {} }, { staleMs: 3_600_000 })
  const { data: own } = useRead(cardContract.terms, userId ? { querystring: { user_id: userId } } : null)
  const isVatRegistered = terms?.data.is_vat_registered ?? order.card?.isVatRegistered
  const latest = own?.data.card ?? null
  const [typed, setTyped] = useState<Partial<Values>>({})
  const { card } = order
  const kind = asked ?? card?.kind ?? latest?.kind ?? 'senior'
  // The number of a card of the other kind would be wrong.
  const remembered = latest?.kind === kind ? latest : null
  const shown = card?.kind === kind ? card : null
  const chosen = order.lines.filter((line) => (card ? line.hasCard : line.isEligible))
  const values: Values = {
    kind,
    idNumber: shown?.idNumber ?? remembered?.id_number ?? '',
    name: card?.name ?? latest?.name ?? subjectOf(order)?.name ?? buyer?.name ?? '',
    birthDate: shown?.birthDate ?? remembered?.birth_date ?? '',
    serviceIds: chosen.map((line) => line.serviceId),
    ...typed,
  }
  const change = (changes: Partial<Values>) => setTyped((before) => ({ ...before, ...changes }))
  return {
    values,
    change,
    isVatRegistered,
    seenAt: card ? null : (remembered?.seen_at ?? null),
    isTyped: Object.keys(typed).length > 0,
  }
}

type Problems = Partial<Record<'idNumber' | 'birthDate' | 'name' | 'services', string>>

/** Why the card cannot be applied yet, by field. */
function problemsOf({ kind, idNumber, name, birthDate, serviceIds }: Values): Problems {
  const problems: Problems = {}
  if (idNumber.trim() === '') problems.idNumber = s.idNumberRequired
  else if (!isPlausibleCardNumber(kind, idNumber)) problems.idNumber = s.idNumberImplausible
  if (kind === 'senior' && birthDate === '') problems.birthDate = s.birthDateRequired
  else if (kind === 'senior' && !isSenior(manilaDate(now()), birthDate)) problems.birthDate = s.notSenior
  if (name.trim() === '') problems.name = s.nameRequired
  if (serviceIds.length === 0) problems.services = s.cardWithoutLine
  return problems
}

type SheetProps = DialogControl & { order: Order; buyer: Person | null; kind?: CardKind | undefined }

/** The form for a Senior Citizen or PWD card: holder, lines, and the calculation. */
export function SeniorSheet({ open, onClose, order, ...asked }: SheetProps) {
  const { values, change, isVatRegistered, seenAt, isTyped } = useCardForm({ order, ...asked })
  const idNumber = useRef<HTMLInputElement>(null)
  const [problems, setProblems] = useState<Problems>({})
  const fields = useFocusOnError(problems)
  const fill = (changes: Partial<Values>) => {
    setProblems({})
    change(changes)
  }
  const applyCard = (serviceIds: readonly string[]) => {
    const { kind, name, birthDate } = values
    const card = {
      kind,
      idNumber: values.idNumber.trim(),
      name: name.trim(),
      birthDate: kind === 'senior' ? birthDate : null,
      isVatRegistered: isVatRegistered ?? false,
    }
    dispatchOrder({ type: 'card', card: serviceIds.length === 0 ? null : card, serviceIds })
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
      unsaved={isTyped}
      onSubmit={(event) => {
        event.preventDefault()
        const found = problemsOf(values)
        if (Object.keys(found).length > 0) setProblems(found)
        else applyCard(values.serviceIds)
      }}
    >
      <div className="grid gap-5 md:grid-cols-[minmax(0,1fr)_20rem]">
        <div ref={fields} className="space-y-4">
          {isVatRegistered === undefined && (
            <p role="status" className="text-sm text-ink-2">
              {s.termsUnknown}
            </p>
          )}
          <CardFields values={values} change={fill} idNumberRef={idNumber} seenAt={seenAt} problems={problems} />
          <CardLines
            order={order}
            values={values}
            change={fill}
            isVatRegistered={isVatRegistered ?? false}
            error={problems.services}
          />
        </div>
        <CardCalculation
          order={order}
          serviceIds={values.serviceIds}
          isVatRegistered={isVatRegistered ?? false}
          kind={values.kind}
        />
      </div>
    </FormDialog>
  )
}

type FieldsProps = {
  values: Values
  change: (changes: Partial<Values>) => void
  idNumberRef: React.RefObject<HTMLInputElement | null>
  seenAt: string | null
  problems: Problems
}

function CardFields({ values, change, idNumberRef, seenAt, problems }: FieldsProps) {
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
    </>
  )
}

type LinesProps = Pick<FieldsProps, 'values' | 'change'> & {
  order: Order
  isVatRegistered: boolean
  error: string | undefined
}

/** Checkboxes for the lines to which the card applies; each line that cannot be chosen says why. */
function CardLines({ order, values, change, isVatRegistered, error }: LinesProps) {
  const errorId = useId()
  const pricesWithoutCard = withoutCard(order)
  const toggle = (id: string, isOn: boolean) =>
    change({ serviceIds: isOn ? [...values.serviceIds, id] : values.serviceIds.filter((one) => one !== id) })
  return (
    <fieldset className="min-w-0" aria-describedby={error ? errorId : undefined}>
      <legend className="mb-1.5 text-sm font-semibold">{s.services}</legend>
      <div className="divide-y divide-line rounded-ctl border border-line">
        {order.lines.map((line, i) => {
          const { gross, toPay } = priceOf(line, isVatRegistered)
          const otherwise = pricesWithoutCard[i] ?? gross
          const hasPromo = otherwise < gross
          const note = line.isEligible
            ? hasPromo
              ? s.promoInstead(formatPeso(promoPriceOf(line, otherwise, isVatRegistered)), formatPeso(toPay))
              : s.eligible
            : s.notEligibleHere
          return (
            <Checkbox
              key={line.serviceId}
              className="min-h-13 px-3"
              label={
                <span className="block py-1.5">
                  <span className="block font-semibold wrap-anywhere">{line.name}</span>
                  <span className="block text-sm font-normal text-ink-2">{note}</span>
                </span>
              }
              aside={<span className="tnum">{formatPeso(gross)}</span>}
              checked={values.serviceIds.includes(line.serviceId)}
              disabled={!line.isEligible}
              onChange={(isOn) => toggle(line.serviceId, isOn)}
            />
          )
        })}
      </div>
      {error && (
        <p id={errorId} role="alert" className="mt-1.5 text-sm font-medium text-danger">
          {error}
        </p>
      )}
    </fieldset>
  )
}
