import { keepPreviousData, useQuery, type QueryKey, type UseQueryResult } from '@tanstack/react-query'
import { ArchiveRestore, SearchX, Sparkles } from 'lucide-react'
import { useRef } from 'react'
import type { FieldValues } from 'react-hook-form'
import { managementSentences as s } from '#shared/catalogue/management-sentences.ts'
import { formatInstantTime } from '#shared/lib/manila-time.ts'
import { pageCount } from '#shared/lib/paging.ts'
import { sentenceOf } from '#web/lib/query-client.ts'
import { useExistingPage } from '#web/lib/use-existing-page.ts'
import { DataTable } from '#web/ui/data-table.tsx'
import type { Column } from '#web/ui/data-table-column.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Pager } from '#web/ui/pager.tsx'
import type { Kind } from './catalogue-kinds.ts'
import type { CatalogueView } from './catalogue-view.ts'
import { ListToolbar } from './list-toolbar.tsx'
import type { List } from './optimistic-list.ts'
import { EditActions, RestoreAction, RowActions } from './row-actions.tsx'
import { useCatalogueChanges } from './use-catalogue-changes.ts'
import { useRowEdit, type RowEdit } from './use-row-edit.ts'

type ListWords = {
  search: string
  /** The heading; without a number while it is not known. */
  listed: (n?: number) => string
  listedDeleted: (n?: number) => string
  failed: string
  none: string
  noneHint: string
  noneMatch: string
  /** What else goes when this one is deleted, after its name. */
  deleteBody?: (name: string) => string
}

type CatalogueListProps<Row extends { id: string }, Values extends FieldValues> = CatalogueView & {
  kind: Kind<Row, Values>
  columns: (edit: RowEdit<Row, Values>) => Column<Row>[]
  words: ListWords
  byTreatment?: boolean
}

/** A searchable table of one kind of the catalogue, whose rows are edited, deleted and restored where they stand. */
export function CatalogueList<Row extends { id: string }, Values extends FieldValues>(
  props: CatalogueListProps<Row, Values>,
) {
  const { kind, words, query, change } = props
  const queryKey = [kind.list.url, { querystring: query }]
  const queryFn = ({ signal }: { signal: AbortSignal }) => kind.read(query, signal)
  const list = useQuery({ queryKey, queryFn, placeholderData: keepPreviousData })
  const pages = pageCount(list.data?.total ?? 0, query.per_page)
  useExistingPage(query.page, list.data && !list.isPlaceholderData ? pages : undefined, (page) => change({ page }))
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <section className="min-w-0 space-y-3">
      <h2 ref={heading} tabIndex={-1} className="tnum text-lg font-bold outline-none">
        {(query.deleted === 'yes' ? words.listedDeleted : words.listed)(list.data?.total)}
      </h2>
      <ListToolbar query={query} change={change} searchLabel={words.search} byTreatment={props.byTreatment ?? false} />
      <Rows {...props} list={list} queryKey={queryKey} onGone={() => heading.current?.focus()} />
      <Pager page={query.page} pageCount={pages} onChange={(page) => change({ page })} />
    </section>
  )
}

type RowsProps<Row extends { id: string }, Values extends FieldValues> = CatalogueListProps<Row, Values> & {
  list: UseQueryResult<List<Row>>
  queryKey: QueryKey
  /** What was deleted or restored has left the list, and the focus with it. */
  onGone: () => void
}

function Rows<Row extends { id: string }, Values extends FieldValues>(props: RowsProps<Row, Values>) {
  const { kind, words, query, list, onGone } = props
  const changes = useCatalogueChanges(kind, props.queryKey)
  const edit = useRowEdit(kind, changes.save)
  const actions = actionsColumn(kind, edit, query.deleted === 'yes', {
    remove: async (row) => {
      const body = words.deleteBody?.(kind.nameOf(row)) ?? kind.nameOf(row)
      if (await changes.remove(row, body)) onGone()
    },
    restore: (row) => void changes.restore(row).then(onGone),
  })
  return (
    <>
      <form id={edit.formId} noValidate onSubmit={edit.onSubmit} hidden />
      <DataTable
        label={words.listed()}
        columns={[...props.columns(edit), actions]}
        rows={list.data?.data}
        rowKey={(row) => row.id}
        rowClassName={(row) => (row.id === changes.savedId ? 'animate-flash' : undefined)}
        empty={<Nothing query={query} words={words} />}
        error={sentenceOf(list, words.failed)}
        onRetry={() => void list.refetch()}
        busy={list.isFetching}
        lastUpdated={formatInstantTime(new Date(list.dataUpdatedAt))}
      />
    </>
  )
}

function actionsColumn<Row extends { id: string }, Values extends FieldValues>(
  kind: Kind<Row, Values>,
  edit: RowEdit<Row, Values>,
  deleted: boolean,
  does: { remove: (row: Row) => Promise<void>; restore: (row: Row) => void },
): Column<Row> {
  const cell = (row: Row) => {
    const name = kind.nameOf(row)
    if (deleted) return <RestoreAction name={name} onRestore={() => does.restore(row)} />
    if (edit.isEdited(row)) return <EditActions formId={edit.formId} onCancel={edit.cancel} />
    return <RowActions id={row.id} name={name} onEdit={() => edit.start(row)} onDelete={() => void does.remove(row)} />
  }
  return { key: 'actions', header: s.actions, align: 'right', card: 'actions', className: 'w-28', cell }
}

function Nothing({ query, words }: Pick<CatalogueView, 'query'> & { words: ListWords }) {
  if (query.search !== '') return <EmptyState icon={SearchX} title={words.noneMatch} body={s.otherWords} />
  if (query.deleted === 'yes')
    return <EmptyState icon={ArchiveRestore} title={s.noneDeleted} body={s.noneDeletedHint} />
  return <EmptyState icon={Sparkles} title={words.none} body={words.noneHint} />
}
