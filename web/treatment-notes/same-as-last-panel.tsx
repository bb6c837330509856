import { History } from 'lucide-react'
import { formatDate, formatShortDate } from '#shared/lib/manila-time.ts'
import type { NoteWorkspace } from '#shared/treatment-notes/contract.ts'
import { givenProducts, type NoteContent } from '#shared/treatment-notes/note.ts'
import { batchesForLast, sameAsLast, withBatch, type RecentBatch } from '#shared/treatment-notes/same-as-last.ts'
import { noteScreenMessages as s } from '#shared/treatment-notes/screen-messages.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import type { EditNote } from './pins-part.tsx'

type PanelProps = { content: NoteContent; templateKey: string; workspace: NoteWorkspace; edit: EditNote }

/** True while the parts of the note that "same as last time" fills in are empty, so that it would overwrite nothing. */
const isOpen = ({ pins, products, passes, device, values }: NoteContent) =>
  pins.length + products.length + passes.length === 0 &&
  [device, ...Object.values(values)].every((value) => value.trim() === '')

/**
 * Fills in the note like the client's last note with this template, without its batches. The recently used batches that
 * have not expired are offered as buttons, so that one touch fills in the note together with a batch.
 */
export function SameAsLastPanel({ content, templateKey, workspace, edit }: PanelProps) {
  const last = workspace.last_notes.find(({ template_key }) => template_key === templateKey)
  if (!last || !isOpen(content)) return null
  const line = givenProducts(last.content)[0]
  const batches = batchesForLast(workspace.recent_batches, last.content, workspace.visit.appointment_date)
  const fill = (batch?: RecentBatch) => {
    edit((now) => {
      const filled = { ...now, ...sameAsLast(last.content) }
      return line && batch ? withBatch(filled, line.id, batch) : filled
    })
    toast.success({ title: s.filledIn })
  }
  return (
    <section aria-label={s.lastTime} className="rounded-card border border-primary bg-surface p-4">
      <p className="mb-3 flex items-center gap-2 font-semibold">
        <History size={18} aria-hidden="true" />
        {s.sameAsLastOf(formatDate(last.appointment_date))}
      </p>
      <div className="note-chips">
        {batches.map((batch) => (
          <Button key={batch.batch} size="lg" onClick={() => fill(batch)}>
            {s.withBatch(
              batch.expires_on === null ? batch.batch : s.batchUntil(batch.batch, formatShortDate(batch.expires_on)),
            )}
          </Button>
        ))}
        <Button size="lg" onClick={() => fill()}>
          {batches.length > 0 ? s.chooseBatchLater : s.sameAsLast}
        </Button>
      </div>
    </section>
  )
}
