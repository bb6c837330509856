import { ArrowLeft } from 'lucide-react'
import { useCallback } from 'react'
import { Link, useParams } from 'react-router'
import { formatStart } from '#shared/appointments/slots.ts'
import { formatDate } from '#shared/lib/manila-time.ts'
import { treatmentNotesContract, type NoteWorkspace } from '#shared/treatment-notes/contract.ts'
import { noteScreenMessages as s } from '#shared/treatment-notes/screen-messages.ts'
import { AlertLine } from '#web/alerts/alert-line.tsx'
import { alertsFirst, useAlerts } from '#web/alerts/use-alerts.ts'
import { useRead } from '#web/data/use-read.ts'
import { chartPath } from '#web/lib/paths.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { Card } from '#web/ui/card.tsx'
import { Loaded } from '#web/ui/data/load-states.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { NoteEditor } from './note-editor.tsx'
import { NoteView } from './note-view.tsx'
import { SignedNote } from './signed-note.tsx'

/** The treatment note of a visit: written until it is signed off, and read afterwards. */
export default function NotePage() {
  const { clientId = '', appointmentId = '' } = useParams()
  const read = useRead(
    treatmentNotesContract.open,
    { params: { clientId, appointmentId } },
    { failed: s.failed, staleMs: 0 },
  )
  const alerts = useAlerts(clientId)
  const { reload } = read
  const readAgain = useCallback(() => void reload(), [reload])
  return (
    <div className="mx-auto max-w-4xl space-y-4">
      <Link to={chartPath(clientId)} className={`${buttonClass({ variant: 'quiet' })} -ml-3`}>
        <ArrowLeft size={18} aria-hidden="true" />
        {s.back}
      </Link>
      <Loaded read={alertsFirst(read, alerts)} skeleton="h-96">
        {({ data }) => (
          <>
            <PageHeader title={data.client_name} subtitle={subtitleOf(data)} />
            <AlertLine clientId={clientId} />
            <Note key={appointmentId} clientId={clientId} workspace={data} onRefused={readAgain} />
          </>
        )}
      </Loaded>
    </div>
  )
}

const subtitleOf = ({ visit }: NoteWorkspace) =>
  [
    s.title,
    `${formatDate(visit.appointment_date)}, ${formatStart(visit.appointment_time)}`,
    `${visit.treatment_name}: ${visit.service_name}`,
    ...(visit.practitioner_name === null ? [] : [visit.practitioner_name]),
  ].join(' · ')

type NoteProps = { clientId: string; workspace: NoteWorkspace; onRefused: () => void }

function Note({ clientId, workspace, onRefused }: NoteProps) {
  const { note, may_write } = workspace
  if (note?.signed) return <SignedNote clientId={clientId} workspace={workspace} note={note} />
  if (may_write) return <NoteEditor clientId={clientId} workspace={workspace} onRefused={onRefused} />
  return (
    <>
      <p className="text-ink-2">{s.lockedChart}</p>
      {note && (
        <Card className="space-y-4 p-5">
          <h2 className="text-lg font-bold">{note.template.name}</h2>
          <NoteView note={note} />
        </Card>
      )}
    </>
  )
}
