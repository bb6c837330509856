import { PenLine } from 'lucide-react'
import { useEffect } from 'react'
import { treatmentNotesContract as contract, type NoteWorkspace } from '#shared/treatment-notes/contract.ts'
import { expiredProducts, productsWithoutBatch, type NoteProduct } from '#shared/treatment-notes/note.ts'
import { noteScreenMessages as s } from '#shared/treatment-notes/screen-messages.ts'
import { useAction } from '#web/data/use-action.ts'
import { api, ifMatch } from '#web/lib/api.ts'
import { usePerson } from '#web/lib/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { ConflictsPanel } from './conflicts-panel.tsx'
import { AftercarePart, DetailsPart, DevicePart, TextPart } from './fields-part.tsx'
import { PinsPart } from './pins-part.tsx'
import { ProductsPart } from './products-part.tsx'
import { SameAsLastPanel } from './same-as-last-panel.tsx'
import { useNoteDraft, type NoteEditing } from './use-note-draft.ts'
import './treatment-notes.css'

type EditorProps = { clientId: string; workspace: NoteWorkspace; onRefused: () => void }

/** Edits the treatment note of a visit until the note is signed off. */
export function NoteEditor({ clientId, workspace, onRefused }: EditorProps) {
  const { id: personId } = usePerson()
  const { appointment_id: appointmentId } = workspace.visit
  const note = useNoteDraft({ personId, clientId, appointmentId }, workspace)
  const { content, templateKey, edit, refusal } = note
  useEffect(() => {
    if (refusal?.status === 409) onRefused()
  }, [refusal, onRefused])
  const stored = workspace.note?.template_key === templateKey ? workspace.note.template : undefined
  const template = stored ?? workspace.templates.find(({ key }) => key === templateKey)?.content
  if (!template) return null
  const part = { content, template, edit }
  return (
    <div className="note-layout">
      <TemplateSelect note={note} workspace={workspace} />
      <SameAsLastPanel content={content} templateKey={templateKey} workspace={workspace} edit={edit} />
      <ConflictsPanel {...part} />
      <PinsPart {...part} />
      <ProductsPart {...part} workspace={workspace} />
      <DevicePart {...part} />
      <DetailsPart {...part} />
      <TextPart content={content} edit={edit} />
      <AftercarePart {...part} />
      <NoteBar clientId={clientId} workspace={workspace} note={note} />
    </div>
  )
}

function TemplateSelect({ note, workspace }: { note: NoteEditing; workspace: NoteWorkspace }) {
  return (
    <Field label={s.template} group>
      <Select
        options={workspace.templates.map(({ key, content }) => ({ value: key, label: content.name }))}
        value={note.templateKey}
        onChange={note.chooseTemplate}
      />
    </Field>
  )
}

const stateTexts = { saved: s.saved, waiting: s.unsaved, saving: s.saving, offline: s.offline } as const

/** A note that nobody has begun is empty, so its state is not shown as "saved". */
const stateText = ({ state, version }: NoteEditing) =>
  state === 'refused' || (state === 'saved' && version === 0) ? '' : stateTexts[state]

const namesOf = (lines: readonly NoteProduct[]) =>
  lines.map(({ name, batch }) => name.trim() || batch.trim()).join(', ')

/** The question before a note is signed off. It names products without a batch, and expired ones. */
function questionOf({ content }: NoteEditing, date: string) {
  const [missing, expired] = [productsWithoutBatch(content), expiredProducts(content, date)]
  const lines = [
    ...(missing.length > 0 ? [s.signMissing(namesOf(missing))] : []),
    ...(expired.length > 0 ? [s.signExpired(namesOf(expired))] : []),
  ]
  return {
    title: s.signQuestion,
    body: [...lines, s.signText].join(' '),
    confirmLabel: s.signOff,
    cancelLabel: s.cancel,
    harmless: lines.length === 0,
    busyLabel: s.signing,
  }
}

/** The bar at the bottom of a treatment note says whether the note is saved, and has the button that signs it off. */
function NoteBar({ clientId, workspace, note }: { clientId: string; workspace: NoteWorkspace; note: NoteEditing }) {
  const { appointment_id: appointmentId, appointment_date: date } = workspace.visit
  const sign = useAction(
    (version: number) =>
      api(
        contract.sign,
        {
          params: { clientId, appointmentId },
          body: { accept_expired: expiredProducts(note.content, date).length > 0 },
        },
        ifMatch({ version }),
      ),
    {
      ask: () => questionOf(note, date),
      done: s.signedDone,
      failed: s.signFailed,
      reread: [contract.open, contract.list],
    },
  )
  const send = async () => {
    const version = await note.flush()
    if (version !== null) await sign.run(version)
  }
  const isRefused = note.state === 'refused'
  return (
    <div className="note-bar">
      <div>
        <p role="status" className={isRefused ? 'flex-1 text-sm text-danger' : 'flex-1 text-sm text-ink-2'}>
          {isRefused ? `${s.notSaved} ${note.refusal?.message ?? ''} ${s.keptHere}` : stateText(note)}
        </p>
        <Button
          variant="primary"
          size="lg"
          icon={<PenLine size={20} aria-hidden="true" />}
          busy={sign.busy}
          onClick={() => void send()}
        >
          {s.signOff}
        </Button>
      </div>
    </div>
  )
}
