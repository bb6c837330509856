import { ArrowLeft, SearchX } from 'lucide-react'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { formatShortDate } from '#shared/lib/manila-time.ts'
import { formatNumber } from '#shared/lib/numbers.ts'
import { formatPhone } from '#shared/lib/phone.ts'
import {
  batchRecallContract as contract,
  RECALL_FILES,
  type BatchRecipient,
  type NoteBatch,
} from '#shared/treatment-notes/contract.ts'
import { recallMessages as s } from '#shared/treatment-notes/screen-messages.ts'
import { useList } from '#web/data/use-list.ts'
import { ExportButtons } from '#web/exports/export-buttons.tsx'
import { factsOf, type Making, type Report } from '#web/exports/report/report.ts'
import { notePath } from '#web/lib/paths.ts'
import { useUrlState } from '#web/lib/use-url-state.ts'
import { Button } from '#web/ui/button.tsx'
import { DataTable, type Column } from '#web/ui/data/data-table.tsx'
import { EmptyState } from '#web/ui/data/load-states.tsx'
import { Pager } from '#web/ui/data/pager.tsx'
import { SearchBox } from '#web/ui/fields/search-box.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'

type Chosen = { batch: string; product: string }

/** Finds batches in treatment notes, and the clients who received one. */
export default function RecallPage() {
  const [{ batch, product }, change] = useUrlState({ batch: '', product: '' })
  return (
    <div className="space-y-4">
      <PageHeader title={s.title} subtitle={s.subtitle} />
      {batch === '' ? (
        <Batches onChoose={(chosen) => change(chosen)} />
      ) : (
        <Recipients batch={batch} product={product} onLeave={() => change({ batch: '', product: '' })} />
      )}
    </div>
  )
}

/** Keeps dates and counts on one line on a tablet, so that the product gets the space. */
const inOneLine = (text: string) => <span className="whitespace-nowrap">{text}</span>

const dateText = (date: string | null) => (date === null ? '' : formatShortDate(date))

const batchColumns = (onChoose: (chosen: Chosen) => void): Column<NoteBatch>[] => [
  { key: 'batch', header: s.batch, card: 'title', cell: ({ batch }) => inOneLine(batch) },
  { key: 'product', header: s.product, cell: ({ product_name }) => product_name },
  { key: 'expires', header: s.expires, cell: ({ expires_on }) => inOneLine(dateText(expires_on)) },
  { key: 'last', header: s.lastGiven, cell: ({ last_given_on }) => inOneLine(dateText(last_given_on)) },
  { key: 'clients', header: s.clients, cell: ({ clients }) => inOneLine(s.clientCount(clients)) },
  {
    key: 'show',
    header: s.actions,
    cell: ({ batch, product_name }) => (
      <Button aria-label={s.showClientsOf(batch)} onClick={() => onChoose({ batch, product: product_name })}>
        {inOneLine(s.showClients)}
      </Button>
    ),
  },
]

function Batches({ onChoose }: { onChoose: (chosen: Chosen) => void }) {
  const list = useList(contract.batches, { failed: s.failed, local: true })
  const columns = useMemo(() => batchColumns(onChoose), [onChoose])
  return (
    <>
      <SearchBox label={s.search} {...list.searchBox} className="w-full lg:w-80" />
      <DataTable
        label={s.batches}
        columns={columns}
        rowKey={({ batch, product_name }) => `${batch} ${product_name}`}
        empty={<EmptyState icon={SearchX} title={s.noBatches} body={s.noBatchesHint} />}
        cardsBelow="md"
        {...list.table}
      />
      <Pager {...list.pager} />
    </>
  )
}

const recipientColumns: Column<BatchRecipient>[] = [
  { key: 'client', header: s.client, card: 'title', cell: ({ name }) => name },
  {
    key: 'contact',
    header: s.contact,
    cell: ({ contact_number, email }) =>
      [...(contact_number === null ? [] : [formatPhone(contact_number)]), ...(email === null ? [] : [email])].join(
        ' · ',
      ),
  },
  {
    key: 'date',
    header: s.date,
    cell: ({ appointment_date }) => inOneLine(dateText(appointment_date)),
  },
  {
    key: 'amount',
    header: s.amount,
    cell: ({ amount, unit }) => inOneLine(amount === null ? '' : `${formatNumber(amount)} ${unit}`.trim()),
  },
  { key: 'practitioner', header: s.practitioner, cell: ({ practitioner_name }) => practitioner_name },
  {
    key: 'note',
    header: s.actions,
    cell: ({ client_id, appointment_id }) => (
      <Link
        to={notePath(client_id, appointment_id)}
        className="inline-flex min-h-touch items-center font-semibold whitespace-nowrap text-primary hover:underline"
      >
        {s.openNote}
      </Link>
    ),
  },
]

function Recipients({ batch, product, onLeave }: Chosen & { onLeave: () => void }) {
  const filter = { batch, ...(product !== '' && { product }) }
  const list = useList(contract.recipients, { fixed: filter, failed: s.clientsFailed, local: true })
  const total = list.answer?.clients
  return (
    <section aria-label={s.recipients(product, batch)} className="space-y-3">
      <Button variant="quiet" icon={<ArrowLeft size={18} aria-hidden="true" />} onClick={onLeave}>
        {s.allBatches}
      </Button>
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="w-full text-lg font-bold wrap-anywhere">
          {s.recipients(product, batch)}
          {total !== undefined && ` · ${s.clientCount(total)}`}
        </h2>
        <ExportButtons
          list={{
            endpoint: contract.exportRecipients,
            input: { querystring: { search: '', ...filter } },
            total: list.total,
            files: RECALL_FILES,
            report: (making) => recallReport({ batch, product }, making),
            nothing: { title: s.nothingToExport, description: s.noClients },
          }}
        />
      </div>
      <DataTable
        label={s.clients}
        columns={recipientColumns}
        rowKey={({ note_id, position }) => `${note_id} ${position}`}
        empty={<EmptyState icon={SearchX} title={s.noClients} body={s.noBatchesHint} />}
        cardsBelow="md"
        {...list.table}
      />
      <Pager {...list.pager} />
    </section>
  )
}

const recallReport = ({ batch, product }: Chosen, making: Making): Report => ({
  title: s.title,
  ...factsOf(making, [s.recipients(product, batch)]),
  columns: [
    { header: s.client, cell: 0, kind: 'text' },
    { header: s.contact, cell: 1, kind: 'text', width: 34 },
    { header: s.date, cell: 3, kind: 'text', width: 24 },
    { header: s.product, cell: 4, kind: 'text' },
    { header: s.amount, cell: 5, kind: 'text', width: 18 },
    { header: s.batch, cell: 8, kind: 'text', width: 26 },
    { header: s.practitioner, cell: 10, kind: 'text' },
  ],
})
