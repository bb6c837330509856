import { Gift } from 'lucide-react'
import { useMemo } from 'react'
import { formatShortDate, manilaDate } from '#shared/lib/manila-time.ts'
import { formatPeso, toCentavos } from '#shared/lib/money.ts'
import { CARD_STATES, cardListContract, type CardState, type ListedCard } from '#shared/prepaid/card-list-contract.ts'
import { cardListMessages as s } from '#shared/prepaid/card-list-messages.ts'
import { CARD_KINDS } from '#shared/prepaid/contract.ts'
import { cardFile } from '#shared/prepaid/list-file.ts'
import { prepaidMessages } from '#shared/prepaid/messages.ts'
import { useList, type List } from '#web/data/use-list.ts'
import { ListExport } from '#web/exports/list-export.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { DataTable, type Column } from '#web/ui/data/data-table.tsx'
import { EmptyState } from '#web/ui/data/load-states.tsx'
import { Pager } from '#web/ui/data/pager.tsx'
import { SearchBox } from '#web/ui/fields/search-box.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { lazyDialog, useDialog } from '#web/ui/overlays/use-dialog.tsx'
import { EMPTY_SUBTITLE, PageHeader } from '#web/ui/page-header.tsx'
import type { Tone } from '#web/ui/tone.ts'

const CardDetailsDialog = lazyDialog(async () => (await import('./card-details-dialog.tsx')).CardDetailsDialog)
type CardList = List<typeof cardListContract.list>
type Sums = { amount: number; balance: number }

const peso = (pesos: number) => formatPeso(toCentavos(pesos))

/** The page with all gift cards and store credits, what is left on them, and their sums. */
export default function GiftCardsPage() {
  const list = useList(cardListContract.list, { failed: s.failed })
  const { open, element } = useDialog(CardDetailsDialog)
  const { kind, state } = list.query
  const { answer } = list
  const sums = answer && answer.total > 0 ? answer.summary : undefined
  const columns = useMemo(() => columnsWith((card) => open({ card }), sums), [open, sums])
  return (
    <div className="space-y-4">
      <PageHeader
        title={s.title}
        subtitle={answer ? s.subtitle(answer.total, peso(answer.summary.balance)) : EMPTY_SUBTITLE}
        actions={
          <ListExport
            list={list}
            file={cardFile}
            endpoint={cardListContract.exportList}
            covers={[kind && prepaidMessages.kinds[kind], state && s.states[state]]}
          />
        }
      />
      <Toolbar list={list} />
      <DataTable
        label={s.title}
        columns={columns}
        rowKey={({ id }) => id}
        empty={<Nothing list={list} />}
        cardsBelow="lg"
        {...list.table}
      />
      <Pager {...list.pager} label={s.pages} />
      {element}
    </div>
  )
}

const ALL = 'all'

/** The search field and the filters by kind and status. */
function Toolbar({ list }: { list: CardList }) {
  const { kind, state } = list.query
  return (
    <div className="flex flex-wrap items-center gap-3">
      <SearchBox label={s.search} {...list.searchBox} className="w-full sm:w-80" />
      <Select
        aria-label={s.kind}
        value={kind ?? ALL}
        onChange={(value) => list.change({ kind: value === ALL ? undefined : value })}
        options={[
          { value: ALL, label: s.allKinds },
          ...CARD_KINDS.map((value) => ({ value, label: prepaidMessages.kinds[value] })),
        ]}
        className="w-full! sm:w-48!"
      />
      <Select
        aria-label={s.state}
        value={state ?? ALL}
        onChange={(value) => list.change({ state: value === ALL ? undefined : value })}
        options={[
          { value: ALL, label: s.allStates },
          ...CARD_STATES.map((value) => ({ value, label: s.states[value] })),
        ]}
        className="w-full! sm:w-48!"
      />
    </div>
  )
}

const Nothing = ({ list: { query } }: { list: CardList }) =>
  query.search || query.kind || query.state ? (
    <EmptyState icon={Gift} title={s.noneMatch} body={s.noneMatchHint} />
  ) : (
    <EmptyState icon={Gift} title={s.none} body={s.noneHint} />
  )

const tones: Record<CardState, Tone> = { unused: 'success', partly_used: 'info', used_up: 'neutral', void: 'danger' }

const columnsWith = (onOpen: (card: ListedCard) => void, sums: Sums | undefined): Column<ListedCard>[] => [
  {
    key: 'ending',
    header: s.ending,
    card: 'title',
    cell: ({ ending, kind }) => (
      <>
        <span className="tnum block font-semibold">{ending}</span>
        <span className="block text-ink-2">{prepaidMessages.kinds[kind]}</span>
      </>
    ),
    foot: sums && s.total,
  },
  { key: 'holder', header: s.holder, cell: ({ holder_name }) => <Name name={holder_name ?? s.noName} /> },
  {
    key: 'recipient',
    header: s.recipient,
    cell: ({ recipient_name }) => recipient_name && <Name name={recipient_name} />,
  },
  { key: 'opened', header: s.openedOn, cell: ({ opened_at }) => formatShortDate(manilaDate(new Date(opened_at))) },
  { key: 'state', header: s.state, cell: ({ state }) => <Badge tone={tones[state]}>{s.states[state]}</Badge> },
  {
    key: 'amount',
    header: s.amount,
    align: 'right',
    cell: ({ amount }) => peso(amount),
    foot: sums && peso(sums.amount),
  },
  {
    key: 'balance',
    header: s.balance,
    align: 'right',
    cell: ({ balance }) => <b>{peso(balance)}</b>,
    foot: sums && peso(sums.balance),
  },
  {
    key: 'actions',
    header: s.details,
    headerHidden: true,
    align: 'right',
    card: 'actions',
    cell: (card) => (
      <Button aria-label={s.detailsOf(card.ending)} onClick={() => onOpen(card)}>
        {s.details}
      </Button>
    ),
  },
]

const Name = ({ name }: { name: string }) => <span className="wrap-anywhere">{name}</span>
