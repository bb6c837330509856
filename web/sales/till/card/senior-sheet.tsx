import { useRef, useState, type ReactNode } from 'react'
import { cardContract } from '#shared/sales/card-contract.ts'
import { cardMessages as s } from '#shared/sales/card-messages.ts'
import { methodMessages } from '#shared/sales/method-messages.ts'
import { cardReason, CARD_KINDS, type CardKind } from '#shared/sales/senior-pwd-card.ts'
import { ageOn, cardPrice, isCardBetter, isSenior } from '#shared/sales/tax.ts'
import { formatPeso, type Centavos } from '#shared/lib/money.ts'
import { formatShortDate, manilaDate } from '#shared/lib/manila-time.ts'
import { useRead } from '#web/data/use-read.ts'
import { now } from '#web/lib/use-now.ts'
import { Checkbox } from '#web/ui/fields/checkbox.tsx'
import { DateInput } from '#web/ui/fields/date-input.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { SegmentedControl } from '#web/ui/fields/segmented-control.tsx'
import { TextInput } from '#web/ui/fields/text-input.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { dispatchOrder } from '#web/sales/till/order-store.ts'
import { lineDiscountOf, orderCharge, type Order, type OrderLine } from '#web/sales/till/order.ts'
import type { Person } from '#web/sales/till/payment.ts'

const kinds = CARD_KINDS.map((kind) => ({ value: kind, label: methodMessages.discountReasons[cardReason(kind)] }))

type Values = { kind: CardKind; idNumber: string; name: string; birthDate: string; serviceIds: readonly string[] }

/** The price of a line with its add-ons, as the card takes it. */
const parts = (line: OrderLine) => [line.price * line.quantity, ...line.addOns.map((one) => one.price * one.quantity)]

/** What a line costs with the card: each of its parts by itself, as in the books. */
function priceOf(line: OrderLine, isVatRegistered: boolean) {
  const taxed = { taxClass: line.taxClass ?? ('vatable' as const), isExcise: false }
  const prices = parts(line).map((part) => cardPrice(part, taxed, { isVatRegistered, chargesExcise: false }))
  const sum = (key: 'lessVat' | 'exempt' | 'discount' | 'toPay') => prices.reduce((total, one) => total + one[key], 0)
  const gross = parts(line).reduce((total, part) => total + part, 0)
  return {
    gross,
    lessVat: sum('lessVat'),
    exempt: sum('exempt'),
    discount: sum('discount'),
    toPay: sum('toPay'),
    /** With the line's own discount instead. */
    otherwise: gross - Math.min(lineDiscountOf(line) ?? 0, line.price * line.quantity),
  }
}

const mayHaveCard = (line: OrderLine, isVatRegistered: boolean) => {
  if (!line.isEligible) return false
  const price = priceOf(line, isVatRegistered)
  return isCardBetter({ ...price }, price.otherwise)
}

/** What is filled in: the card of the order, or that of the client's last visit, or the client's name. */
function useCardForm(order: Order, buyer: Person | null) {
  const userId = order.visit?.user_id ?? buyer?.userId
  const { data: terms } = useRead(cardContract.terms, { querystring: {} }, { staleMs: 3_600_000 })
  const { data: own } = useRead(cardContract.terms, userId ? { querystring: { user_id: userId } } : null)
  const isVatRegistered = terms?.data.is_vat_registered ?? order.card?.isVatRegistered
  const remembered = own?.data.card ?? null
  const [typed, setTyped] = useState<Partial<Values>>({})
  const { card } = order
  const chosen = order.lines.filter((line) => (card ? line.hasCard : mayHaveCard(line, isVatRegistered ?? false)))
  const values: Values = {
    kind: card?.kind ?? remembered?.kind ?? 'senior',
    idNumber: card?.idNumber ?? remembered?.id_number ?? '',
    name: card?.name ?? remembered?.name ?? order.visit?.name ?? buyer?.name ?? '',
    birthDate: card?.birthDate ?? remembered?.birth_date ?? '',
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

/** Why the card cannot be taken yet; null when it can. */
function problemOf({ kind, idNumber, name, birthDate, serviceIds }: Values, isVatRegistered: boolean | undefined) {
  if (isVatRegistered === undefined) return s.termsUnknown
  if (idNumber.trim() === '') return s.idNumberRequired
  if (kind === 'senior' && birthDate === '') return s.birthDateRequired
  if (kind === 'senior' && !isSenior(manilaDate(now()), birthDate)) return s.notSenior
  if (name.trim() === '') return s.nameRequired
  return serviceIds.length === 0 ? s.cardWithoutLine : null
}

type SheetProps = DialogControl & { order: Order; buyer: Person | null }

/** The card of a Senior Citizen or a person with disability: whose it is, what it counts for, and the sum as on paper. */
export function SeniorSheet({ open, onClose, order, buyer }: SheetProps) {
  const { values, change, isVatRegistered, seenAt, isTyped } = useCardForm(order, buyer)
  const idNumber = useRef<HTMLInputElement>(null)
  const problem = problemOf(values, isVatRegistered)
  const take = (serviceIds: readonly string[]) => {
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
      disabled={problem !== null}
      unsaved={isTyped}
      onSubmit={(event) => {
        event.preventDefault()
        if (problem === null) take(values.serviceIds)
      }}
    >
      <div className="grid gap-5 md:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="space-y-4">
          <CardFields values={values} change={change} idNumberRef={idNumber} seenAt={seenAt} />
          <CardLines order={order} values={values} change={change} isVatRegistered={isVatRegistered ?? false} />
          <p role="status" className="text-sm text-ink-2">
            {problem}
          </p>
        </div>
        <WrittenOut
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
}

function CardFields({ values, change, idNumberRef, seenAt }: FieldsProps) {
  const age = values.birthDate === '' ? null : ageOn(manilaDate(now()), values.birthDate)
  return (
    <>
      <SegmentedControl aria-label={s.kind} options={kinds} value={values.kind} onChange={(kind) => change({ kind })} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={s.idNumber} required>
          <TextInput
            ref={idNumberRef}
            value={values.idNumber}
            onChange={(event) => change({ idNumber: event.target.value })}
            maxLength={60}
            autoComplete="off"
          />
        </Field>
        {values.kind === 'senior' && (
          <Field label={s.birthDate} required hint={age === null ? undefined : s.age(age)}>
            <DateInput value={values.birthDate} onChange={(event) => change({ birthDate: event.target.value })} />
          </Field>
        )}
      </div>
      <Field
        label={s.name}
        required
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

type LinesProps = Pick<FieldsProps, 'values' | 'change'> & { order: Order; isVatRegistered: boolean }

/** Which services the card counts for; the others say why not. */
function CardLines({ order, values, change, isVatRegistered }: LinesProps) {
  const toggle = (id: string, isOn: boolean) =>
    change({ serviceIds: isOn ? [...values.serviceIds, id] : values.serviceIds.filter((one) => one !== id) })
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-semibold">{s.services}</legend>
      <div className="divide-y divide-line rounded-ctl border border-line">
        {order.lines.map((line) => {
          const { gross, toPay, otherwise } = priceOf(line, isVatRegistered)
          const promo = otherwise < gross
          const note = line.isEligible
            ? promo
              ? s.promoInstead(formatPeso(otherwise), formatPeso(toPay))
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
    </fieldset>
  )
}

function Sum({ label, amount, isStrong = false }: { label: ReactNode; amount: Centavos; isStrong?: boolean }) {
  return (
    <div
      className={
        isStrong ? 'flex justify-between gap-3 border-t border-line pt-1.5 font-bold' : 'flex justify-between gap-3'
      }
    >
      <dt className={isStrong ? '' : 'text-ink-2'}>{label}</dt>
      <dd>{amount < 0 ? `−${formatPeso(-amount)}` : formatPeso(amount)}</dd>
    </div>
  )
}

type WrittenProps = { order: Order; serviceIds: readonly string[]; isVatRegistered: boolean; kind: CardKind }

/** The sum as one would do it on paper, and what the order comes to then. */
function WrittenOut({ order, serviceIds, isVatRegistered, kind }: WrittenProps) {
  const card = { kind, idNumber: '', name: '', birthDate: null, isVatRegistered }
  const lines = order.lines.map((line) => ({ ...line, hasCard: serviceIds.includes(line.serviceId) }))
  const { total } = orderCharge({ lines, discount: order.discount, card })
  return (
    <div className="tnum flex flex-col gap-4 rounded-card bg-bg p-5 text-ctl">
      {lines
        .filter((line) => line.hasCard)
        .map((line) => {
          const price = priceOf(line, isVatRegistered)
          return (
            <section key={line.serviceId}>
              <h3 className="mb-1 font-semibold wrap-anywhere">{line.name}</h3>
              <dl className="space-y-1.5">
                <Sum label={isVatRegistered ? s.priceWithVat : s.price} amount={price.gross} />
                {price.lessVat > 0 && (
                  <>
                    <Sum label={s.lessVat} amount={-price.lessVat} />
                    <Sum label={s.vatExempt} amount={price.exempt} />
                  </>
                )}
                <Sum
                  label={s.lessDiscount(methodMessages.discountReasons[cardReason(kind)])}
                  amount={-price.discount}
                />
                <Sum label={s.toPay} amount={price.toPay} isStrong />
              </dl>
            </section>
          )
        })}
      <dl className="mt-auto flex items-baseline justify-between gap-3 border-t border-line pt-3">
        <dt className="font-bold">{s.newTotal}</dt>
        <dd className="text-3xl leading-none font-extrabold tracking-tight" aria-live="polite">
          {formatPeso(total)}
        </dd>
      </dl>
    </div>
  )
}
