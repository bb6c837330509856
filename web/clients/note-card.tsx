import { Pencil, Plus } from 'lucide-react'
import type { ClientDetail } from '#shared/clients/contract.ts'
import { clientMessages as s } from '#shared/clients/messages.ts'
import { Button } from '#web/ui/button.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { lazyDialog, useDialog } from '#web/ui/overlays/use-dialog.tsx'

const NoteDialog = lazyDialog(async () => (await import('./note-dialog.tsx')).NoteDialog)

/** The staff's note about the client. */
export function NoteCard({ client }: { client: ClientDetail }) {
  const edit = useDialog(NoteDialog, { client })
  const { text } = client.note
  const icon = text === null ? <Plus size={18} aria-hidden="true" /> : <Pencil size={18} aria-hidden="true" />
  return (
    <SectionCard
      title={s.note}
      aside={
        <Button icon={icon} onClick={() => edit.open({})}>
          {text === null ? s.addNote : s.editNote}
        </Button>
      }
    >
      {text === null ? (
        <p className="text-sm text-ink-2">{s.noNote}</p>
      ) : (
        <p className="whitespace-pre-line wrap-anywhere">{text}</p>
      )}
      {edit.element}
    </SectionCard>
  )
}
