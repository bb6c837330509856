import { resolveConflict, type Resolution } from '#shared/treatment-notes/merge-notes.ts'
import type { NoteConflict, NoteContent, NoteTemplateContent } from '#shared/treatment-notes/note.ts'
import { noteScreenMessages as s } from '#shared/treatment-notes/screen-messages.ts'
import { Button } from '#web/ui/button.tsx'
import { conflictLabel } from './note-words.ts'
import type { EditNote } from './pins-part.tsx'

type PanelProps = { content: NoteContent; template: NoteTemplateContent; edit: EditNote }

/** True if the field is a text that can hold the words of both people, one below the other. */
const takesBoth = ({ field }: NoteConflict) => /^(?:text|aftercare_text|values\/)/.test(field)

/**
 * Shows what other people wrote in fields that two people changed at the same time. Each conflict must be resolved
 * before the note is signed off.
 */
export function ConflictsPanel({ content, template, edit }: PanelProps) {
  if (content.conflicts.length === 0) return null
  return (
    <section aria-label={s.conflicts} className="space-y-4 rounded-card border border-warning bg-warning-soft p-4">
      <h2 className="text-lg font-bold text-warning">{s.conflicts}</h2>
      {content.conflicts.map((conflict) => {
        const resolve = (how: Resolution) => edit((now) => resolveConflict(now, conflict, how))
        return (
          <div key={`${conflict.field} ${conflict.by} ${conflict.value}`}>
            <p className="font-semibold">{conflictLabel(conflict, content, template)}</p>
            <p className="text-sm">{s.conflict(conflict.by)}</p>
            <blockquote className="my-2 rounded-ctl bg-surface px-3 py-2 whitespace-pre-line wrap-anywhere">
              {conflict.value}
            </blockquote>
            <div className="note-chips">
              <Button onClick={() => resolve('keep')}>{s.keepMine}</Button>
              <Button onClick={() => resolve('take')}>{s.takeTheirs}</Button>
              {takesBoth(conflict) && <Button onClick={() => resolve('both')}>{s.keepBoth}</Button>}
            </div>
          </div>
        )
      })}
    </section>
  )
}
