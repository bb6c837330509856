import { ClipboardPen, NotebookPen } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { formatStart } from '#shared/appointments/slots.ts'
import { formatDate, formatInstant } from '#shared/lib/manila-time.ts'
import { pageCount } from '#shared/lib/paging.ts'
import {
  NOTES_PER_PAGE,
  treatmentNotesContract,
  type NoteSummary,
  type NoteVisit,
} from '#shared/treatment-notes/contract.ts'
import { noteLinkMessages } from '#shared/treatment-notes/link-messages.ts'
import { noteScreenMessages as s } from '#shared/treatment-notes/screen-messages.ts'
import type { ChartSectionProps } from '#web/charts/chart-sections.ts'
import { useRead } from '#web/data/use-read.ts'
import { notePath } from '#web/lib/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { EmptyState, Loaded } from '#web/ui/data/load-states.tsx'
import { Pager } from '#web/ui/data/pager.tsx'

/** The treatment notes of a chart, newest visit first, and the visits that have no note yet. */
export default function NotesSection({ clientId, isLocked }: ChartSectionProps) {
  const [page, setPage] = useState(1)
  const read = useRead(
    treatmentNotesContract.list,
    { params: { clientId }, querystring: { page } },
    { keepPrevious: true, failed: s.listFailed },
  )
  return (
    <div className="space-y-4">
      <Loaded read={read} skeleton={['h-28', 'h-28']}>
        {({ data, total, summary: { visits_without_note: visits } }) => (
          <>
            {!isLocked && visits.length > 0 && <VisitsWithoutNote clientId={clientId} visits={visits} />}
            {data.length === 0 && <EmptyState icon={NotebookPen} title={s.none} body={s.noneHint} />}
            {data.length > 0 && (
              <ol aria-label={s.list} className="space-y-3">
                {data.map((note) => (
                  <NoteCard key={note.note_id} clientId={clientId} note={note} />
                ))}
              </ol>
            )}
            <Pager page={page} pageCount={pageCount(total, NOTES_PER_PAGE)} onChange={setPage} />
          </>
        )}
      </Loaded>
    </div>
  )
}

const visitText = ({ appointment_date, appointment_time, service_name }: NoteVisit) =>
  `${formatDate(appointment_date)}, ${formatStart(appointment_time)} · ${service_name}`

function VisitsWithoutNote({ clientId, visits }: { clientId: string; visits: readonly NoteVisit[] }) {
  return (
    <ul aria-label={s.withoutNote} className="space-y-2">
      {visits.map((visit) => (
        <li
          key={visit.appointment_id}
          className="flex flex-wrap items-center gap-3 rounded-card border border-line bg-surface p-4"
        >
          <span className="min-w-0 flex-1">{visitText(visit)}</span>
          <Link to={notePath(clientId, visit.appointment_id)} className={buttonClass({ variant: 'primary' })}>
            <ClipboardPen size={18} aria-hidden="true" />
            {noteLinkMessages.writeNote}
          </Link>
        </li>
      ))}
    </ul>
  )
}

function NoteCard({ clientId, note }: { clientId: string; note: NoteSummary }) {
  return (
    <li className="rounded-card border border-line bg-surface p-4">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="mr-auto font-bold">
          <Link
            to={notePath(clientId, note.appointment_id)}
            className="inline-flex min-h-touch items-center text-primary hover:underline"
          >
            <span className="sr-only">{s.openNote(formatDate(note.appointment_date))}</span>
            <span aria-hidden="true">{visitText(note)}</span>
          </Link>
        </h2>
        <Badge tone={note.signed_at === null ? 'warning' : 'success'}>
          {note.signed_at === null ? s.notSigned : s.signed}
        </Badge>
        {note.additions > 0 && <Badge>{s.additionCount(note.additions)}</Badge>}
      </div>
      <p className="text-sm text-ink-2">
        {[
          note.template_name,
          ...(note.practitioner_name === null ? [] : [note.practitioner_name]),
          ...(note.signed_at === null || note.signed_by === null
            ? []
            : [s.signedBy(note.signed_by, formatInstant(note.signed_at))]),
        ].join(' · ')}
      </p>
      {note.products.map((line) => (
        <p key={line} className="wrap-anywhere">
          {line}
        </p>
      ))}
      {note.excerpt !== '' && <p className="wrap-anywhere">{note.excerpt}</p>}
    </li>
  )
}
