import { useState } from 'react'
import { isTin } from '#shared/clinic/documents.ts'
import { manilaDate } from '#shared/lib/manila-time.ts'
import { cardMessages as s } from '#shared/sales/messages.ts'
import { cardKey, isPlausibleCardNumber, MOST_CARDS, type CardKind } from '#shared/sales/senior-pwd-card.ts'
import { isSenior } from '#shared/sales/tax.ts'
import { cardContract } from '#shared/sales/till-contract.ts'
import { useRead } from '#web/data/use-read.ts'
import { now } from '#web/lib/use-now.ts'
import { subjectOf, type Order, type OrderCard, type OrderLine, type OrderPieces } from '#web/sales/till/order.ts'
import type { Person } from '#web/sales/till/payment/payment.ts'
import { coverNew, piecesUnder, withoutCardAt } from './pieces.ts'

/** What the cashier has typed for a Senior Citizen or PWD card. */
type CardValues = { kind: CardKind; idNumber: string; name: string; birthDate: string; tin: string }

/**
 * A Senior or PWD card in the form: one of the order (`given`), or a new one. The first card of an order starts with
 * the data of its client.
 */
type Entry = { given: OrderCard | null; isOfClient: boolean; kind: CardKind | undefined; typed: Partial<CardValues> }

type Draft = {
  entries: readonly Entry[]
  /** The pieces that the Senior or PWD cards cover, by the id of the service. */
  pieces: Readonly<Record<string, OrderPieces[] | undefined>>
  /** The index of the Senior or PWD card that the form shows. */
  shown: number
  isChanged: boolean
}

const newEntry = (kind: CardKind | undefined, isOfClient: boolean): Entry => ({
  given: null,
  isOfClient,
  kind,
  typed: {},
})

const piecesOf = (lines: readonly OrderLine[]): Draft['pieces'] =>
  Object.fromEntries(lines.map(({ serviceId, pieces }) => [serviceId, pieces]))

const withAnother = (draft: Draft, lines: readonly OrderLine[], kind?: CardKind): Draft => {
  const shown = draft.entries.length
  const entries = [...draft.entries, newEntry(kind, shown === 0)]
  return { ...draft, entries, shown, pieces: piecesOf(coverNew(lines, shown)) }
}

/**
 * The state of the form when it opens. It shows a Senior or PWD card of the order or, if the order has none of the kind
 * that the cashier chose, a new card.
 */
function startDraft({ cards, lines }: Order, asked: CardKind | undefined): Draft {
  const entries = cards.map((given): Entry => ({ ...newEntry(undefined, false), given }))
  const draft = { entries, pieces: piecesOf(lines), shown: 0, isChanged: false }
  const shown = asked ? cards.findIndex(({ kind }) => kind === asked) : 0
  const isFull = cards.length === MOST_CARDS
  return cards.length === 0 || (shown === -1 && !isFull)
    ? withAnother(draft, lines, asked)
    : { ...draft, shown: Math.max(shown, 0) }
}

/** The client's name, and the Senior or PWD card that the client used last. */
function useClientCard(order: Order, buyer: Person | null) {
  const client = subjectOf(order)
  const userId = client?.user_id ?? buyer?.userId
  const { data } = useRead(cardContract.terms, userId ? { querystring: { user_id: userId } } : null)
  return { name: client?.name ?? buyer?.name ?? '', latest: data?.data.card ?? null }
}

type ClientCard = ReturnType<typeof useClientCard>

/**
 * The values that the form shows for one Senior or PWD card. If they come from the client's last visit with a card,
 * `seenAt` is the date of that visit.
 */
function valuesOf({ given, isOfClient, kind: asked, typed }: Entry, client: ClientCard) {
  const latest = isOfClient ? client.latest : null
  const kind = typed.kind ?? given?.kind ?? asked ?? latest?.kind ?? 'senior'
  // Number and birth date of a card of another kind (Senior Citizen, PWD) are not filled in, because they would be
  // wrong.
  const shown = given?.kind === kind ? given : null
  const remembered = latest?.kind === kind ? latest : null
  const values: CardValues = {
    idNumber: shown?.idNumber ?? remembered?.id_number ?? '',
    name: given?.name ?? latest?.name ?? (isOfClient ? client.name : ''),
    birthDate: shown?.birthDate ?? remembered?.birth_date ?? '',
    tin: given?.tin ?? latest?.tin ?? '',
    ...typed,
    kind,
  }
  return { values, seenAt: remembered?.seen_at ?? null }
}

export type Problems = Partial<Record<'idNumber' | 'birthDate' | 'name' | 'tin' | 'services', string>>

const keyOf = ({ kind, idNumber }: CardValues) => cardKey({ kind, id_number: idNumber })

/** The errors because of which a Senior or PWD card cannot be applied yet, by field. */
function problemsOf(all: readonly CardValues[], index: number, lines: readonly OrderLine[]): Problems {
  const values = all[index]!
  const { kind, idNumber, name, birthDate, tin } = values
  const problems: Problems = {}
  if (idNumber.trim() === '') problems.idNumber = s.idNumberRequired
  else if (!isPlausibleCardNumber(kind, idNumber)) problems.idNumber = s.idNumberImplausible
  else if (all.slice(0, index).some((other) => keyOf(other) === keyOf(values))) problems.idNumber = s.cardTwice
  if (kind === 'senior' && birthDate === '') problems.birthDate = s.birthDateRequired
  else if (kind === 'senior' && !isSenior(manilaDate(now()), birthDate)) problems.birthDate = s.notSenior
  if (name.trim() === '') problems.name = s.nameRequired
  if (tin.trim() !== '' && !isTin(tin.trim())) problems.tin = s.tinInvalid
  if (!lines.some((line) => piecesUnder(line, index) > 0)) problems.services = s.cardWithoutLine
  return problems
}

const cardOf = ({ kind, name, birthDate, idNumber, tin }: CardValues, isVatRegistered: boolean): OrderCard => ({
  kind,
  idNumber: idNumber.trim(),
  name: name.trim(),
  birthDate: kind === 'senior' ? birthDate : null,
  tin: tin.trim(),
  isVatRegistered,
})

/**
 * The state of the form in which a cashier enters the Senior and PWD cards of an order. `asked` is the kind of card
 * that the cashier chose as the reason of a discount; the form opens with a card of this kind.
 */
export function useCardForm(order: Order, buyer: Person | null, asked: CardKind | undefined) {
  const { data: terms } = useRead(cardContract.terms, { querystring: {} }, { staleMs: 3_600_000 })
  const client = useClientCard(order, buyer)
  const [draft, setDraft] = useState(() => startDraft(order, asked))
  const { entries, pieces, shown } = draft
  const isVatRegistered = terms?.data.is_vat_registered ?? order.cards[0]?.isVatRegistered
  const lines = order.lines.map((line) => ({ ...line, pieces: pieces[line.serviceId] }))
  const all = entries.map((entry) => valuesOf(entry, client))
  const values = all.map((one) => one.values)
  const edit = (changes: Partial<Draft>) => setDraft((before) => ({ ...before, ...changes, isChanged: true }))
  return {
    ...all[shown]!,
    /** The values of all Senior and PWD cards; `shown` is the index of the one that the form shows. */
    all: values,
    shown,
    /** The order with the Senior and PWD cards of the form and the pieces that they cover. */
    order: { ...order, lines, cards: values.map((one) => cardOf(one, isVatRegistered ?? false)) },
    isVatRegistered,
    isChanged: draft.isChanged,
    isFull: entries.length === MOST_CARDS,
    change: (changes: Partial<CardValues>) =>
      edit({ entries: entries.map((one, i) => (i === shown ? { ...one, typed: { ...one.typed, ...changes } } : one)) }),
    changeLine: (line: OrderLine) => edit({ pieces: { ...pieces, [line.serviceId]: line.pieces } }),
    show: (index: number) => setDraft((before) => ({ ...before, shown: index })),
    addCard: () => edit(withAnother(draft, lines)),
    removeCard: () =>
      edit({
        entries: entries.filter((_, i) => i !== shown),
        pieces: piecesOf(withoutCardAt(lines, shown)),
        shown: Math.max(shown - 1, 0),
      }),
    problemsOf: (index: number) => problemsOf(values, index, lines),
  }
}
export type CardForm = ReturnType<typeof useCardForm>
