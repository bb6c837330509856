import { Merge, Undo2 } from 'lucide-react'
import { permissionsOf } from '#shared/auth/permissions.ts'
import type { ClientDetail } from '#shared/clients/contract.ts'
import { formatInstant } from '#shared/lib/manila-time.ts'
import { mergesContract, type UndoableMerge } from '#shared/merges/contract.ts'
import { mergeMessages as s } from '#shared/merges/messages.ts'
import { useAction } from '#web/data/use-action.ts'
import { useRead } from '#web/data/use-read.ts'
import { useRole } from '#web/lib/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/data/load-states.tsx'
import { lazyDialog, useDialog } from '#web/ui/overlays/use-dialog.tsx'
import { mergeReads } from './merge-reads.ts'

const MergeDialog = lazyDialog(async () => (await import('./merge-dialog.tsx')).MergeDialog)

/** The buttons to merge a client's record with another and, for a day, to undo the merge; hidden without permission. */
export function MergeSection({ client }: { client: ClientDetail }) {
  return permissionsOf(useRole()).has('clients.merge') ? <Merging client={client} /> : null
}

function Merging({ client }: { client: ClientDetail }) {
  const { data, failure } = useRead(mergesContract.last, { params: { id: client.id } })
  const merge = useDialog(MergeDialog, { client })
  return (
    <div className="space-y-3">
      <Button block variant="quiet" icon={<Merge size={18} aria-hidden="true" />} onClick={() => merge.open({})}>
        {s.open}
      </Button>
      {/* The last merge comes below the button, because it is loaded later and would move the button. */}
      {failure && <ErrorPanel {...failure} />}
      {data?.data && <LastMerge client={client} merge={data.data} />}
      {merge.element}
    </div>
  )
}

/** Says when the last merge was made, with a button that undoes it. */
function LastMerge({ client, merge }: { client: ClientDetail; merge: UndoableMerge }) {
  const undo = useAction(mergesContract.undo, {
    ask: () => ({
      title: s.undoQuestion(merge.name),
      body: s.undoBody,
      confirmLabel: s.undo,
      cancelLabel: s.cancel,
      busyLabel: s.undoing,
    }),
    done: ({ data }) => s.undone(data.name),
    failed: s.notUndone,
    reread: mergeReads,
  })
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-line bg-surface px-5 py-3.5">
      <p className="min-w-0 flex-1 basis-44 wrap-anywhere">
        <span className="font-semibold">{s.mergedWith(merge.name)}</span>
        <span className="tnum block text-sm text-ink-2">
          {s.undoUntil(formatInstant(merge.merged_at), formatInstant(merge.undo_until))}
        </span>
      </p>
      <Button
        icon={<Undo2 size={18} aria-hidden="true" />}
        onClick={() => void undo.run({ params: { id: client.id }, body: { merge_id: merge.id } })}
      >
        {s.undo}
      </Button>
    </div>
  )
}
