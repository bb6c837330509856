import { Archive, ArchiveRestore, ClipboardList, Copy, Ellipsis, Plus, Trash2 } from 'lucide-react'
import { Link, useNavigate } from 'react-router'
import { builderMessages as s } from '#shared/forms/builder-messages.ts'
import { formsContract, type FormRow } from '#shared/forms/contract.ts'
import { formatShortDate, manilaDate } from '#shared/lib/manila-time.ts'
import { useAction } from '#web/data/use-action.ts'
import { tableOf, useRead } from '#web/data/use-read.ts'
import { newUuid } from '#web/lib/idempotency-key.ts'
import { formPath } from '#web/lib/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { DataTable, type Column } from '#web/ui/data/data-table.tsx'
import { EmptyState } from '#web/ui/data/load-states.tsx'
import { Menu } from '#web/ui/overlays/menu.tsx'
import { lazyDialog, useDialog } from '#web/ui/overlays/use-dialog.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { requirementText } from './builder/requirement-text.ts'
import { formReads } from './builder/use-form-editor.ts'

const AddFormDialog = lazyDialog(async () => (await import('./builder/add-form-dialog.tsx')).AddFormDialog)

/** Settings > Forms: the clinic's forms, when each is asked for, and what is published. */
export default function FormsPage() {
  const read = useRead(formsContract.list, {}, { failed: s.failedToLoad })
  const add = useDialog(AddFormDialog)
  return (
    <div className="space-y-4">
      <PageHeader
        title={s.title}
        subtitle={s.subtitle}
        actions={
          <Button variant="primary" icon={<Plus size={18} aria-hidden="true" />} onClick={() => add.open({})}>
            {s.add}
          </Button>
        }
      />
      <DataTable
        label={s.listLabel}
        columns={columns}
        rows={read.data?.data}
        rowKey={({ id }) => id}
        empty={<EmptyState icon={ClipboardList} title={s.noForms} body={s.noFormsHint} />}
        {...tableOf(read)}
      />
      {add.element}
    </div>
  )
}

const columns: Column<FormRow>[] = [
  { key: 'title', header: s.titleColumn, cell: (form) => <TitleCell form={form} />, card: 'title' },
  { key: 'asked', header: s.askedColumn, cell: requirementText },
  { key: 'state', header: s.stateColumn, cell: (form) => <StateCell form={form} /> },
  {
    key: 'actions',
    header: s.actionsColumn,
    headerHidden: true,
    cell: (form) => <Actions form={form} />,
    align: 'right',
    card: 'actions',
  },
]

type CellProps = { form: FormRow }

const titleOf = ({ title }: FormRow) => title || s.untitled

function TitleCell({ form }: CellProps) {
  return (
    <Link to={formPath(form.id)} className="block py-0.5 font-semibold wrap-anywhere text-ink hover:underline">
      {titleOf(form)}
    </Link>
  )
}

function StateCell({ form }: CellProps) {
  const { published, has_changes, archived_at } = form
  return (
    <span className="flex flex-wrap items-center gap-2">
      {published
        ? s.versionOn(published.number, formatShortDate(manilaDate(new Date(published.published_at))))
        : s.notPublished}
      {published && has_changes && <Badge tone="warning">{s.hasChanges}</Badge>}
      {archived_at && <Badge>{s.archived}</Badge>}
    </span>
  )
}

/** Archives a form after a confirmation, because clients are then no longer asked to sign the form. */
function useArchive(form: FormRow) {
  return useAction(formsContract.archive, {
    ask: ({ body }) =>
      body.is_archived
        ? {
            title: s.archiveAsk(titleOf(form)),
            body: s.archiveBody,
            confirmLabel: s.archive,
            cancelLabel: s.cancel,
            busyLabel: s.archiving,
          }
        : null,
    done: (_, { body }) => (body.is_archived ? s.archivedDone : s.restoredDone),
    failed: s.notArchived,
    reread: formReads,
  })
}

function useRemove(form: FormRow) {
  return useAction(formsContract.remove, {
    ask: () => ({
      title: s.deleteAsk(titleOf(form)),
      body: s.deleteBody,
      confirmLabel: s.deleteForm,
      cancelLabel: s.cancel,
      danger: true,
      busyLabel: s.deleting,
    }),
    done: s.deleted,
    failed: s.notDeleted,
    reread: formReads,
  })
}

function Actions({ form }: CellProps) {
  const params = { id: form.id }
  const navigate = useNavigate()
  const archive = useArchive(form)
  const remove = useRemove(form)
  const copy = useAction(formsContract.add, {
    done: s.added,
    failed: s.notAdded,
    reread: formReads,
    onDone: ({ data }) => void navigate(formPath(data.id)),
  })
  const isArchived = form.archived_at !== null
  return (
    <Menu
      trigger={<IconButton label={s.actionsFor(titleOf(form))} icon={<Ellipsis size={20} aria-hidden="true" />} />}
      items={[
        {
          label: s.duplicate,
          icon: <Copy size={18} aria-hidden="true" />,
          onSelect: () => {
            const title = s.copyOf(titleOf(form)).slice(0, 120)
            void copy.run({ body: { id: newUuid(), title, ready: null, copy_of: form.id } })
          },
        },
        form.published
          ? {
              label: isArchived ? s.restore : s.archive,
              icon: isArchived ? (
                <ArchiveRestore size={18} aria-hidden="true" />
              ) : (
                <Archive size={18} aria-hidden="true" />
              ),
              onSelect: () => void archive.run({ params, body: { is_archived: !isArchived } }),
            }
          : {
              label: s.deleteForm,
              icon: <Trash2 size={18} aria-hidden="true" />,
              danger: true,
              onSelect: () => void remove.run({ params, body: {} }),
            },
      ]}
    />
  )
}
