import { Plus, Printer } from 'lucide-react'
import { useRef, useState } from 'react'
import { formatStart } from '#shared/appointments/slots.ts'
import { formatDate } from '#shared/lib/manila-time.ts'
import type { NoteWorkspace, TreatmentNote } from '#shared/treatment-notes/contract.ts'
import { noteScreenMessages as s } from '#shared/treatment-notes/screen-messages.ts'
import { printOnA4 } from '#web/lib/print.ts'
import { usePerson } from '#web/lib/session/session.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { lazyDialog, useDialog } from '#web/ui/overlays/use-dialog.tsx'
import { readDraft, storeDraft } from './note-drafts.ts'
import { NoteView } from './note-view.tsx'
import { unsavedWords } from './note-words.ts'
import './treatment-notes.css'

const AdditionDialog = lazyDialog(async () => (await import('./addition-dialog.tsx')).AdditionDialog)

type SignedProps = { clientId: string; workspace: NoteWorkspace; note: TreatmentNote }

/** Shows a signed treatment note, with buttons to print it and to add a text. */
export function SignedNote({ clientId, workspace, note }: SignedProps) {
  const { appointment_id: appointmentId } = workspace.visit
  const add = useDialog(AdditionDialog, { clientId, appointmentId })
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <div className="mr-auto flex flex-wrap items-center gap-2">
          <h2 className="text-lg font-bold">{note.template.name}</h2>
          <Badge tone="success">{s.signed}</Badge>
        </div>
        <PrintNote workspace={workspace} note={note} />
        {workspace.may_write && (
          <Button variant="primary" icon={<Plus size={18} aria-hidden="true" />} onClick={() => add.open({ text: '' })}>
            {s.add}
          </Button>
        )}
      </div>
      <UnsavedWords appointmentId={appointmentId} note={note} onAdd={(text, onAdded) => add.open({ text, onAdded })} />
      <Card className="p-5">
        <NoteView note={note} />
      </Card>
      {add.element}
    </>
  )
}

type UnsavedProps = {
  appointmentId: string
  note: TreatmentNote
  onAdd: (text: string, onAdded: () => void) => void
}

/**
 * Shows words that were not saved on the server when the note was signed off, and offers to add them as an addition.
 */
function UnsavedWords({ appointmentId, note, onAdd }: UnsavedProps) {
  const { id: personId } = usePerson()
  const [left, setLeft] = useState(() => {
    const draft = readDraft(personId, appointmentId)
    return draft === null ? '' : unsavedWords(draft.content, note.content, note.template)
  })
  if (left === '') return null
  const forget = () => {
    storeDraft(personId, appointmentId, null)
    setLeft('')
  }
  return (
    <section className="rounded-card border border-warning bg-warning-soft p-4">
      <h2 className="font-bold text-warning">{s.leftTitle}</h2>
      <p>{s.leftText}</p>
      <blockquote className="my-2 rounded-ctl bg-surface px-3 py-2 whitespace-pre-line wrap-anywhere">
        {left}
      </blockquote>
      <div className="note-chips">
        <Button onClick={() => onAdd(left, forget)}>{s.leftAdd}</Button>
        <Button variant="quiet" onClick={forget}>
          {s.leftDiscard}
        </Button>
      </div>
    </section>
  )
}

/** Prints the note on A4; the print dialog also saves it as a PDF. */
function PrintNote({ workspace, note }: Omit<SignedProps, 'clientId'>) {
  const paper = useRef<HTMLDivElement>(null)
  const { client_name, visit } = workspace
  const print = () =>
    void printOnA4(paper.current!).catch(() => {
      toast.error({ title: s.printFailed })
    })
  const facts = [
    `${s.client}: ${client_name}`,
    `${s.visit}: ${formatDate(visit.appointment_date)}, ${formatStart(visit.appointment_time)}`,
    `${visit.treatment_name}: ${visit.service_name}`,
    ...(visit.practitioner_name === null ? [] : [`${s.practitioner}: ${visit.practitioner_name}`]),
  ]
  return (
    <>
      <Button icon={<Printer size={18} aria-hidden="true" />} onClick={print}>
        {s.print}
      </Button>
      <div hidden>
        <div ref={paper} className="note-paper">
          <h2 className="text-lg font-bold">
            {s.title}: {note.template.name}
          </h2>
          {facts.map((fact) => (
            <p key={fact}>{fact}</p>
          ))}
          <NoteView note={note} />
        </div>
      </div>
    </>
  )
}
