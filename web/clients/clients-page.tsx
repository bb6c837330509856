import { UserPlus, UserRoundX } from 'lucide-react'
import { clientsContract, type ClientRow } from '#shared/clients/contract.ts'
import { clientSentences as s } from '#shared/clients/sentences.ts'
import { useList, type List } from '#web/data/use-list.ts'
import { useRole } from '#web/lib/session.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { PageSizeSelect } from '#web/ui/page-size-select.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { SearchBox } from '#web/ui/search-box.tsx'
import { lazyDialog, useDialog } from '#web/ui/use-dialog.tsx'
import { ClientCard, ClientCardSkeletons } from './client-card.tsx'
import { clientPath } from './client-paths.ts'

const AddClientDialog = lazyDialog(async () => (await import('./add-client-dialog.tsx')).AddClientDialog)
const ManualClientDialog = lazyDialog(async () => (await import('./manual-client-dialog.tsx')).ManualClientDialog)
const AddTreatmentDialog = lazyDialog(async () => (await import('./add-treatment-dialog.tsx')).AddTreatmentDialog)

const PAGE_SIZES = [10, 20, 50] as const
const grid = 'grid grid-cols-[repeat(auto-fill,minmax(min(17rem,100%),1fr))] gap-4'

/** Client History: everybody on file, newest first. */
export default function ClientsPage() {
  const list = useList(clientsContract.list, { pageSizes: PAGE_SIZES, failed: s.failedToLoad })
  // An admin adds a client with what was done, a cashier a client alone.
  const add = useDialog(useRole() === 'admin' ? ManualClientDialog : AddClientDialog)
  const addTreatment = useDialog(AddTreatmentDialog)
  const { total } = list
  return (
    <div className="space-y-4">
      <PageHeader title={s.title} actions={<AddButton label={s.add} onClick={() => add.open({})} />} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <SearchBox label={s.search} {...list.searchBox} className="w-full sm:w-80" />
        <p aria-live="polite">{total !== undefined && <Badge tone="primary">{s.count(total)}</Badge>}</p>
      </div>
      <Clients list={list} onAdd={() => add.open({})} onEdit={(client) => addTreatment.open({ client })} />
      {total !== undefined && total > 0 && (
        <div className="flex flex-wrap items-center gap-x-8 gap-y-4">
          <PageSizeSelect {...list.pageSize} />
          <Pager keep variant="steps" {...list.pager} className="max-sm:w-full sm:flex-1" />
        </div>
      )}
      {add.element}
      {addTreatment.element}
    </div>
  )
}

function AddButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button variant="primary" icon={<UserPlus size={18} aria-hidden="true" />} onClick={onClick}>
      {label}
    </Button>
  )
}

type ClientsProps = {
  list: List<typeof clientsContract.list>
  onAdd: () => void
  onEdit: (client: ClientRow) => void
}

function Clients({ list, onAdd, onEdit }: ClientsProps) {
  const role = useRole()
  const { rows: clients, failure } = list
  return (
    <>
      {failure && <ErrorPanel {...failure} />}
      {!clients && !failure && <ClientCardSkeletons count={8} className={grid} />}
      {clients && clients.length > 0 && (
        <ul aria-label={s.list} aria-busy={list.isPrevious || undefined} className={grid}>
          {clients.map((client) => (
            <li key={client.id}>
              <ClientCard
                client={client}
                href={clientPath(role, client.id)}
                hasView={role === 'cashier'}
                onEdit={() => onEdit(client)}
              />
            </li>
          ))}
        </ul>
      )}
      {clients?.length === 0 && (
        <EmptyState
          icon={UserRoundX}
          title={s.noneTitle}
          body={s.noneHint}
          action={<AddButton label={s.addFirst} onClick={onAdd} />}
        />
      )}
    </>
  )
}
