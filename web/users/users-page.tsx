import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Plus, UserX } from 'lucide-react'
import { useCallback, useMemo, useRef, useState, type RefObject } from 'react'
import { formatInstantTime } from '#shared/lib/manila-time.ts'
import { pageCount } from '#shared/lib/paging.ts'
import { usersContract, type UserRow } from '#shared/users/contract.ts'
import { userSentences as s } from '#shared/users/sentences.ts'
import { query as endpointQuery } from '#web/lib/query.ts'
import { sentenceOf } from '#web/lib/query-client.ts'
import { usePerson } from '#web/lib/session.tsx'
import { useExistingPage } from '#web/lib/use-existing-page.ts'
import { Button } from '#web/ui/button.tsx'
import { DataTable } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { ClosureDecisionDialog } from './closure-decision-dialog.tsx'
import { OneTimeLinkDialog } from './one-time-link-dialog.tsx'
import { useDeleteUser } from './use-delete-user.ts'
import { useOneTimeLink } from './use-one-time-link.ts'
import { userColumns } from './user-columns.tsx'
import { UserDialog } from './user-dialog.tsx'
import { useUserFilters } from './user-filters.ts'
import { UserStats } from './user-stats.tsx'
import { UserToolbar } from './user-toolbar.tsx'

const nothing = <EmptyState icon={UserX} title={s.noneTitle} body={s.noneHint} />

/** Which opening of the dialog this is, so that each starts with an empty form. */
type Editing = { open: boolean; user: UserRow | null; opening: number }

function useEditing() {
  const [editing, setEditing] = useState<Editing>({ open: false, user: null, opening: 0 })
  const edit = useCallback(
    (user: UserRow | null) => setEditing(({ opening }) => ({ open: true, user, opening: opening + 1 })),
    [],
  )
  const close = () => setEditing((before) => ({ ...before, open: false }))
  return { editing, edit, close }
}

/** User Management: who has an account, and which. */
export default function UsersPage() {
  const { editing, edit, close } = useEditing()
  const add = (
    <Button variant="primary" icon={<Plus size={18} aria-hidden="true" />} onClick={() => edit(null)}>
      {s.add}
    </Button>
  )
  return (
    <div className="space-y-4">
      <PageHeader title={s.title} actions={add} />
      <UserList onEdit={edit} />
      <UserDialog key={editing.opening} open={editing.open} user={editing.user} onClose={close} />
    </div>
  )
}

/** The columns with what can be done to a person; `link` is for the dialog that shows a one-time link. */
type UserActions = { onEdit: (user: UserRow) => void; onReview: (user: UserRow) => void; onGone: () => void }

function useUserColumns({ onEdit, onReview, onGone }: UserActions) {
  const ownId = usePerson().id
  const deleteUser = useDeleteUser(onGone)
  const { makeLink, shown, close } = useOneTimeLink()
  const columns = useMemo(
    () =>
      userColumns({
        ownId,
        onEdit,
        onLink: (user) => void makeLink(user),
        onDelete: (user) => void deleteUser(user),
        onReview,
      }),
    [ownId, onEdit, onReview, makeLink, deleteUser],
  )
  return { columns, link: { ...shown, onClose: close } }
}

/** The dialog about a closure request, and the way to open it. */
function useReview(onGone: () => void) {
  const { editing, edit: review, close } = useEditing()
  const { user, open, opening } = editing
  const dialog = user && <ClosureDecisionDialog key={opening} open={open} user={user} onClose={close} onGone={onGone} />
  return { review, dialog }
}

function UserList({ onEdit }: { onEdit: (user: UserRow) => void }) {
  const { query, change } = useUserFilters()
  const heading = useRef<HTMLHeadingElement>(null)
  // The row that had the focus is gone, or has no actions any more.
  const onGone = useCallback(() => heading.current?.focus(), [])
  const { review, dialog } = useReview(onGone)
  const { columns, link } = useUserColumns({ onEdit, onReview: review, onGone })
  const list = useQuery({
    ...endpointQuery(usersContract.list, { querystring: query }),
    placeholderData: keepPreviousData,
  })
  const { total, summary } = list.data ?? {}
  const pages = pageCount(total ?? 0, query.per_page)
  useExistingPage(query.page, list.data && !list.isPlaceholderData ? pages : undefined, (page) => change({ page }))
  return (
    <>
      <UserStats summary={summary} loading={list.isPending} />
      <UserToolbar query={query} change={change} closureRequests={summary?.closure_requests ?? 0} />
      <ListHeading headingRef={heading} listed={total} total={summary?.total} />
      <DataTable
        label={s.title}
        columns={columns}
        rows={list.data?.users}
        rowKey={(user) => user.id}
        empty={nothing}
        error={sentenceOf(list, s.failedToLoad)}
        onRetry={() => void list.refetch()}
        busy={list.isFetching}
        lastUpdated={formatInstantTime(new Date(list.dataUpdatedAt))}
      />
      <Pager page={query.page} pageCount={pages} onChange={(page) => change({ page })} />
      {dialog}
      <OneTimeLinkDialog {...link} />
    </>
  )
}

type ListHeadingProps = {
  headingRef: RefObject<HTMLHeadingElement | null>
  /** Undefined while they are not known. */
  listed: number | undefined
  total: number | undefined
}

function ListHeading({ headingRef, listed, total }: ListHeadingProps) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4">
      <h2 ref={headingRef} tabIndex={-1} className="tnum text-lg font-bold outline-none">
        {s.listed(listed)}
      </h2>
      <p className="tnum text-sm text-ink-2" aria-live="polite">
        {listed !== undefined && total !== undefined && s.showing(listed, total)}
      </p>
    </div>
  )
}
