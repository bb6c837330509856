import { Trash2 } from 'lucide-react'
import { importsContract as contract, type Batch } from '#shared/imports/contract.ts'
import { importMessages as s } from '#shared/imports/messages.ts'
import { useAction } from '#web/data/use-action.ts'
import { Button } from '#web/ui/button.tsx'

/** Deletes a file from which nothing was imported, after a confirmation. */
export function DiscardButton({ batch, onDiscarded }: { batch: Batch; onDiscarded: () => void }) {
  const discard = useAction(contract.discard, {
    ask: () => ({
      title: s.discardTitle,
      body: s.discardBody,
      confirmLabel: s.discard,
      danger: true,
      busyLabel: s.discarding,
    }),
    done: s.discarded,
    failed: s.notDiscarded,
    reread: [contract.list],
    onDone: onDiscarded,
  })
  return (
    <Button
      variant="danger-quiet"
      icon={<Trash2 size={18} aria-hidden="true" />}
      busy={discard.busy}
      busyLabel={s.discarding}
      onClick={() => void discard.run({ params: { id: batch.id } })}
    >
      {s.discard}
    </Button>
  )
}
