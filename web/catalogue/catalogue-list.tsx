import { ArchiveRestore, Check, Pencil, RotateCcw, SearchX, Sparkles, Trash2, X } from 'lucide-react'
import { useRef, type ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { catalogueContract } from '#shared/catalogue/contract.ts'
import { managementMessages as s } from '#shared/catalogue/messages.ts'
import { useList, type List } from '#web/data/use-list.ts'
import { HistoryButton } from '#web/history-logs/history-button.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { DataTable, type Column } from '#web/ui/data/data-table.tsx'
import { EmptyState } from '#web/ui/data/load-states.tsx'
import { Pager } from '#web/ui/data/pager.tsx'
import { SearchBox } from '#web/ui/fields/search-box.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { Switch } from '#web/ui/fields/toggles.tsx'
import type { Kind } from './catalogue-kinds.ts'
import { editButtonId, useCatalogueChanges, useRowEdit, type RowEdit } from './row-edit.ts'
import { useTreatmentChoices } from './treatment-choices.ts'
import { ListExport } from '#web/exports/list-export.tsx'

type Services = List<typeof catalogueContract.services>

type ListMessages = {
  search: string
  /** Makes the heading from the number of rows, or without a number until the list is loaded. */
  listed: (n?: number) => string
  listedDeleted: (n?: number) => string
  failed: string
  none: string
  noneHint: string
  noneMatch: string
  /** Extra text for the delete confirmation: what is deleted together with the item of this name. */
  deleteBody?: (name: string) => string
}

type CatalogueListProps<Row extends { id: string; version: number }, Values extends FieldValues> = {
  kind: Kind<Row, Values>
  columns: (edit: RowEdit<Row, Values>) => Column<Row>[]
  words: ListMessages
  byTreatment?: boolean
}

/** A searchable table of treatments, services or add-ons, whose rows are edited, deleted and restored in place. */
export function CatalogueList<Row extends { id: string; version: number }, Values extends FieldValues>({
  kind,
  columns,
  words,
  byTreatment = false,
}: CatalogueListProps<Row, Values>) {
  // The cast is only for TypeScript: when the program runs, each kind's list has the filters of its own contract.
  const list = useList(kind.list as typeof catalogueContract.services, {
    names: { treatment_id: 'treatment' },
    failed: words.failed,
  })
  const { query } = list
  const showsDeleted = query.deleted === 'yes'
  const heading = useRef<HTMLHeadingElement>(null)
  const key = [kind.list.url, { querystring: query }]
  const changes = useCatalogueChanges(kind, key, () => heading.current?.focus())
  const edit = useRowEdit(kind, changes.save)
  const actions = actionsColumn(kind, edit, showsDeleted, {
    remove: (row) => {
      const name = kind.nameOf(row)
      void changes.remove({ row, body: words.deleteBody?.(name) ?? name })
    },
    restore: (row) => void changes.restore(row),
  })
  return (
    <section className="min-w-0 space-y-3">
      <h2 ref={heading} tabIndex={-1} className="tnum text-lg font-bold outline-none">
        {(showsDeleted ? words.listedDeleted : words.listed)(list.total)}
      </h2>
      <Toolbar list={list} searchLabel={words.search} byTreatment={byTreatment}>
        <ListExport list={list} {...kind.exported} covers={[showsDeleted ? s.showDeleted : undefined]} />
      </Toolbar>
      <form id={edit.formId} noValidate onSubmit={edit.onSubmit} hidden />
      <DataTable
        label={words.listed()}
        columns={[...columns(edit), actions]}
        rowKey={(row) => row.id}
        rowClassName={(row) => (row.id === changes.savedId ? 'animate-flash' : undefined)}
        empty={<Nothing query={query} words={words} />}
        {...list.table}
        rows={list.rows as unknown as Row[] | undefined}
      />
      <Pager {...list.pager} />
    </section>
  )
}

type ToolbarProps = { list: Services; searchLabel: string; byTreatment: boolean; children: ReactNode }

/** Search, filter by treatment, and a button for deleted items. */
function Toolbar({ list, searchLabel, byTreatment, children }: ToolbarProps) {
  const { query, change, searchBox } = list
  return (
    <div className="flex flex-wrap items-center gap-3">
      <SearchBox label={searchLabel} {...searchBox} className="w-full sm:w-72" />
      {byTreatment && <TreatmentFilter list={list} />}
      {children}
      <Switch
        label={<span className="text-sm">{s.showDeleted}</span>}
        checked={query.deleted === 'yes'}
        onChange={(show) => change({ deleted: show ? 'yes' : 'no' })}
        className="ml-auto"
      />
    </div>
  )
}

const ALL = 'all'

function TreatmentFilter({ list: { query, change } }: { list: Services }) {
  const { choices } = useTreatmentChoices()
  return (
    <Select
      aria-label={s.filterByTreatment}
      options={[{ value: ALL, label: s.allTreatments }, ...choices]}
      value={query.treatment_id ?? ALL}
      onChange={(treatment) => change({ treatment_id: treatment === ALL ? undefined : treatment })}
      className="w-full! sm:w-56!"
    />
  )
}

function actionsColumn<Row extends { id: string; version: number }, Values extends FieldValues>(
  kind: Kind<Row, Values>,
  edit: RowEdit<Row, Values>,
  deleted: boolean,
  does: { remove: (row: Row) => void; restore: (row: Row) => void },
): Column<Row> {
  const cell = (row: Row) => {
    const name = kind.nameOf(row)
    if (!deleted && edit.isEdited(row)) return <EditActions formId={edit.formId} onCancel={edit.cancel} />
    return (
      <div className="flex justify-end">
        <HistoryButton record={{ subject: kind.subject, id: row.id, name }} />
        {deleted ? (
          <RestoreAction name={name} onRestore={() => does.restore(row)} />
        ) : (
          <RowActions id={row.id} name={name} onEdit={() => edit.start(row)} onDelete={() => does.remove(row)} />
        )}
      </div>
    )
  }
  return { key: 'actions', header: s.actions, align: 'right', card: 'actions', className: 'w-39', cell }
}

function Nothing({ query, words }: { query: Services['query']; words: ListMessages }) {
  if (query.search !== '') return <EmptyState icon={SearchX} title={words.noneMatch} body={s.otherText} />
  // Other treatments than the one of the filter may have items, so the message does not say that the catalogue is
  // empty.
  if (query.treatment_id !== undefined)
    return <EmptyState icon={SearchX} title={words.noneMatch} body={s.otherTreatment} />
  if (query.deleted === 'yes')
    return <EmptyState icon={ArchiveRestore} title={s.noneDeleted} body={s.noneDeletedHint} />
  return <EmptyState icon={Sparkles} title={words.none} body={words.noneHint} />
}

type RowActionsProps = { id: string; name: string; onEdit: () => void; onDelete: () => void }

function RowActions({ id, name, onEdit, onDelete }: RowActionsProps) {
  return (
    <>
      <IconButton
        id={editButtonId(id)}
        label={s.edit(name)}
        icon={<Pencil size={18} aria-hidden="true" />}
        onClick={onEdit}
      />
      <IconButton
        label={s.remove(name)}
        icon={<Trash2 size={18} aria-hidden="true" />}
        variant="danger-quiet"
        onClick={onDelete}
      />
    </>
  )
}

/** The buttons Save and Cancel, which replace the other buttons of a row while it is edited. */
function EditActions({ formId, onCancel }: { formId: string; onCancel: () => void }) {
  return (
    <div className="flex justify-end gap-1">
      <IconButton label={s.cancel} icon={<X size={20} aria-hidden="true" />} onClick={onCancel} />
      <IconButton
        label={s.save}
        icon={<Check size={20} aria-hidden="true" />}
        variant="primary"
        type="submit"
        form={formId}
      />
    </div>
  )
}

function RestoreAction({ name, onRestore }: { name: string; onRestore: () => void }) {
  return (
    <Button icon={<RotateCcw size={18} aria-hidden="true" />} aria-label={s.restore(name)} onClick={onRestore}>
      {s.restoreWord}
    </Button>
  )
}
