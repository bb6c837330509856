import { ArrowLeft, HandCoins } from 'lucide-react'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { permissionsOf } from '#shared/auth/permissions.ts'
import { DEPOSIT_GROUPS, depositsContract, type Deposit } from '#shared/deposits/contract.ts'
import { depositFile } from '#shared/deposits/list-file.ts'
import { depositMessages as s } from '#shared/deposits/messages.ts'
import { areaOf } from '#web/clients/client-paths.ts'
import { useList, type List } from '#web/data/use-list.ts'
import { ListExport } from '#web/exports/list-export.tsx'
import { useEventStream } from '#web/lib/event-stream.ts'
import { paths } from '#web/lib/paths.ts'
import { useRole } from '#web/lib/session/session.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { DataTable, type Column } from '#web/ui/data/data-table.tsx'
import { EmptyState } from '#web/ui/data/load-states.tsx'
import { Pager } from '#web/ui/data/pager.tsx'
import { SearchBox } from '#web/ui/fields/search-box.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { DepositActions, type DepositAction } from './deposit-actions.tsx'
import { AmountCell, ClientCell, PaymentCell, StatusCell, VisitCell } from './deposit-cells.tsx'
import { useDepositDialogs } from './use-deposit-dialogs.tsx'

type DepositList = List<typeof depositsContract.list>

/** The page Deposits for staff: the deposits to verify, to be paid, paid and closed, with their actions. */
export default function DepositsPage() {
  const list = useList(depositsContract.list, { live: true, failed: s.failed })
  useEventStream(() => void list.reload())
  const { open, elements } = useDepositDialogs(list.rows)
  const maySettle = permissionsOf(useRole()).has('sales.approve')
  const columns = useMemo(() => columnsWith(open, maySettle), [open, maySettle])
  const group = list.query.group
  return (
    <div className="space-y-4">
      <PageHeader
        title={s.title}
        subtitle={s.subtitle}
        actions={
          <>
            <AppointmentsLink />
            <ListExport
              list={list}
              file={depositFile}
              endpoint={depositsContract.exportList}
              covers={[s.groups[group]]}
            />
          </>
        }
      />
      <Tabs
        label={s.title}
        items={DEPOSIT_GROUPS.map((value) => ({
          value,
          label: s.groups[value],
          ...(list.answer && { count: list.answer.counts[value] }),
        }))}
        value={group}
        onChange={(next) => list.change({ group: next })}
        panelClassName="mt-4 space-y-4"
      >
        <SearchBox label={s.search} {...list.searchBox} className="w-full sm:w-96" />
        <DataTable
          label={s.groups[group]}
          columns={columns}
          rowKey={(deposit) => deposit.id}
          empty={<Nothing list={list} />}
          cardsBelow="lg"
          {...list.table}
        />
        <Pager {...list.pager} label={s.pages} />
      </Tabs>
      {elements}
    </div>
  )
}

function AppointmentsLink() {
  return (
    <Link to={paths.appointments[areaOf(useRole())]} className={buttonClass()}>
      <ArrowLeft size={18} aria-hidden="true" />
      {s.toAppointments}
    </Link>
  )
}

function Nothing({ list: { query } }: { list: DepositList }) {
  if (query.search) return <EmptyState icon={HandCoins} title={s.noneMatch} body={s.noneMatchText} />
  return <EmptyState icon={HandCoins} title={s.nothing[query.group]} body={s.nothingText} />
}

const columnsWith = (
  onAction: (action: DepositAction, deposit: Deposit) => void,
  maySettle: boolean,
): Column<Deposit>[] => [
  { key: 'client', header: s.client, cell: (deposit) => <ClientCell deposit={deposit} />, card: 'title' },
  { key: 'visit', header: s.visit, cell: (deposit) => <VisitCell deposit={deposit} /> },
  { key: 'amount', header: s.amount, cell: (deposit) => <AmountCell deposit={deposit} />, align: 'right' },
  {
    key: 'payment',
    header: s.payment,
    cell: (deposit) => <PaymentCell deposit={deposit} onPicture={() => onAction('picture', deposit)} />,
  },
  {
    key: 'status',
    header: s.status,
    className: 'lg:min-w-44',
    cell: (deposit) => <StatusCell deposit={deposit} />,
  },
  {
    key: 'actions',
    header: s.actions,
    headerHidden: true,
    cell: (deposit) => (
      <DepositActions deposit={deposit} maySettle={maySettle} onAction={(action) => onAction(action, deposit)} />
    ),
    align: 'right',
    card: 'actions',
  },
]
