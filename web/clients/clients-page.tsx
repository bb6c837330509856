import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { UserPlus, UserRoundX } from 'lucide-react'
import { Suspense, useState } from 'react'
import { clientsContract, type ClientRow } from '#shared/clients/contract.ts'
import { clientSentences as s } from '#shared/clients/sentences.ts'
import type { Output } from '#shared/lib/endpoint.ts'
import { formatInstantTime } from '#shared/lib/manila-time.ts'
import { pageCount } from '#shared/lib/paging.ts'
import { query as endpointQuery } from '#web/lib/query.ts'
import { sentenceOf } from '#web/lib/query-client.ts'
import { useRole } from '#web/lib/session.tsx'
import { useExistingPage } from '#web/lib/use-existing-page.ts'
import { useTypedSearch } from '#web/lib/use-typed-search.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { PageSizeSelect } from '#web/ui/page-size-select.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { SearchBox } from '#web/ui/search-box.tsx'
import { ClientCard, ClientCardSkeletons } from './client-card.tsx'
import { clientPath } from './client-paths.ts'
import { CLIENT_PAGE_SIZES, useClientsFilters } from './clients-filters.ts'
import { AddClientDialog, AddTreatmentDialog, ManualClientDialog, useDialogsAhead } from './lazy-dialogs.ts'

const grid = 'grid grid-cols-[repeat(auto-fill,minmax(min(17rem,100%),1fr))] gap-4'

/** Client History: everybody on file, newest first. */
export default function ClientsPage() {
  const { query, change } = useClientsFilters()
  const [adding, setAdding] = useState(false)
  const [editing, setEditing] = useState<{ client: ClientRow; open: boolean } | null>(null)
  useDialogsAhead()
  const list = useQuery({
    ...endpointQuery(clientsContract.list, { querystring: query }),
    placeholderData: keepPreviousData,
  })
  const [typed, setTyped] = useTypedSearch(query.search, (search) => change({ search }))
  const total = list.data?.total
  const pages = pageCount(total ?? 0, query.per_page)
  useExistingPage(query.page, list.data && !list.isPlaceholderData ? pages : undefined, (page) => change({ page }))
  return (
    <div className="space-y-4">
      <PageHeader title={s.title} actions={<AddButton label={s.add} onClick={() => setAdding(true)} />} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <SearchBox label={s.search} value={typed} onChange={setTyped} className="w-full sm:w-80" />
        <p aria-live="polite">{total !== undefined && <Badge tone="primary">{s.count(total)}</Badge>}</p>
      </div>
      <Clients list={list} onAdd={() => setAdding(true)} onEdit={(client) => setEditing({ client, open: true })} />
      {total !== undefined && total > 0 && <Paging query={query} pages={pages} change={change} />}
      <Suspense fallback={null}>
        <AddDialog open={adding} onClose={() => setAdding(false)} />
        {editing && <AddTreatmentDialog {...editing} onClose={() => setEditing({ ...editing, open: false })} />}
      </Suspense>
    </div>
  )
}

/** An admin adds a client with what was done, a cashier a client alone. */
function AddDialog(props: { open: boolean; onClose: () => void }) {
  const role = useRole()
  if (role === 'admin') return <ManualClientDialog {...props} />
  return <AddClientDialog {...props} hrefOf={(id) => clientPath(role, id)} />
}

function AddButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button variant="primary" icon={<UserPlus size={18} aria-hidden="true" />} onClick={onClick}>
      {label}
    </Button>
  )
}

type PagingProps = ReturnType<typeof useClientsFilters> & { pages: number }

function Paging({ query, pages, change }: PagingProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-8 gap-y-4">
      <PageSizeSelect
        value={query.per_page}
        options={CLIENT_PAGE_SIZES}
        onChange={(per_page) => change({ per_page })}
      />
      <Pager
        keep
        variant="steps"
        page={query.page}
        pageCount={pages}
        onChange={(page) => change({ page })}
        className="max-sm:w-full sm:flex-1"
      />
    </div>
  )
}

type ClientsProps = {
  list: UseQueryResult<Output<typeof clientsContract.list>>
  onAdd: () => void
  onEdit: (client: ClientRow) => void
}

function Clients({ list, onAdd, onEdit }: ClientsProps) {
  const role = useRole()
  const clients = list.data?.clients
  const failure = sentenceOf(list, s.failedToLoad)
  return (
    <>
      {failure && (
        <ErrorPanel
          message={failure}
          onRetry={() => void list.refetch()}
          busy={list.isFetching}
          lastUpdated={clients && formatInstantTime(new Date(list.dataUpdatedAt))}
        />
      )}
      {!clients && !failure && <ClientCardSkeletons count={8} className={grid} />}
      {clients && clients.length > 0 && (
        <ul aria-label={s.list} aria-busy={list.isPlaceholderData || undefined} className={grid}>
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
