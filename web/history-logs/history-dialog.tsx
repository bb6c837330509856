import { ArrowRight, FileClock } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { historyLogsContract, type HistoryLog, type RecordKind } from '#shared/history-logs/contract.ts'
import { historyLogMessages as s } from '#shared/history-logs/messages.ts'
import { formatInstant } from '#shared/lib/manila-time.ts'
import { useList } from '#web/data/use-list.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { EmptyState, Loaded, Skeleton, SkeletonGroup } from '#web/ui/data/load-states.tsx'
import { Pager } from '#web/ui/data/pager.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { LogTypeIcon } from './log-type.tsx'

/** `id` is null for the history of the clinic, because there is only one clinic. */
export type RecordWithHistory = { subject: RecordKind; id: string | null; name: string }

/** A record's history, newest first: who, when, and changed fields with old and new values. */
export function HistoryDialog({ open, onClose, record }: DialogControl & { record: RecordWithHistory }) {
  const list = useList(historyLogsContract.list, {
    local: true,
    fixed: { subject: record.subject, subject_id: record.id ?? undefined },
    failed: s.failedHistory,
    // The history is loaded at each opening, because it is often opened to see a change just made.
    staleMs: 0,
  })
  const { page, pageCount } = list.pager
  const top = useRef<HTMLDivElement>(null)
  // When another page of the history is shown, scrolls to its top, where the newest entry is.
  useEffect(() => {
    // The effect has braces, because in some browsers scrollIntoView returns a promise, which is no clean-up.
    top.current?.scrollIntoView({ block: 'nearest' })
  }, [page, list.isPrevious])
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="lg"
      title={s.history}
      description={record.name}
      footer={pageCount > 1 && <Pager variant="steps" label={s.historyPages} {...list.pager} className="w-full" />}
    >
      <div ref={top} aria-busy={list.isPrevious} className="min-h-40">
        <Loaded read={{ data: list.rows, failure: list.failure }} skeleton={<Loading />}>
          {(entries) =>
            entries.length === 0 ? (
              <EmptyState icon={FileClock} title={s.noHistory} body={s.noHistoryHint} />
            ) : (
              <ol aria-label={s.historyOf(record.name)}>
                {entries.map((entry) => (
                  <Entry key={entry.id} entry={entry} />
                ))}
              </ol>
            )
          }
        </Loaded>
      </div>
    </Dialog>
  )
}

function Loading() {
  return (
    <SkeletonGroup className="space-y-6 py-3">
      {Array.from({ length: 4 }, (_, index) => (
        <div key={index} className="space-y-2 pl-11">
          <Skeleton className="h-4 w-2/3" />
          <Skeleton className="h-3 w-1/3" />
        </div>
      ))}
    </SkeletonGroup>
  )
}

function Entry({ entry }: { entry: HistoryLog }) {
  const changes = entry.changes.filter(({ told }) => !told)
  return (
    <li className="flex gap-3 border-t border-line py-4 first:border-t-0 first:pt-1">
      <LogTypeIcon type={entry.type} />
      <div className="min-w-0 flex-1 pt-1">
        <p className="font-semibold wrap-anywhere">{entry.headline}</p>
        <p className="tnum text-compact text-ink-2 wrap-anywhere">
          {s.by(entry.user, entry.user_role)} · <time dateTime={entry.timestamp}>{formatInstant(entry.timestamp)}</time>
        </p>
        {changes.length > 0 && (
          <dl
            aria-label={s.changedFields}
            className="mt-2 grid gap-y-1.5 rounded-ctl bg-surface-2 px-3 py-2 text-sm sm:grid-cols-[max-content_1fr] sm:gap-x-4"
          >
            {changes.map((change) => (
              <Change key={change.field} change={change} />
            ))}
          </dl>
        )}
      </div>
    </li>
  )
}

type ChangedField = HistoryLog['changes'][number]

/** A changed field with its old and new value; fields with personal data are listed without values. */
function Change({ change: { label, from, to } }: { change: ChangedField }) {
  const isKept = from !== undefined && to !== undefined
  return (
    <>
      <dt className="text-ink-2 first-letter:uppercase">{label}</dt>
      <dd className="min-w-0 whitespace-pre-line wrap-anywhere max-sm:mb-1">
        {isKept ? (
          <>
            <span className="sr-only">{s.from} </span>
            <Value text={from} />
            <ArrowRight
              size={14}
              aria-hidden="true"
              className="mx-1.5 inline-block shrink-0 align-[-0.1em] text-ink-2"
            />
            <span className="sr-only"> {s.to} </span>
            <Value text={to} isNew />
          </>
        ) : (
          s.changed
        )}
      </dd>
    </>
  )
}

function Value({ text, isNew = false }: { text: string | null; isNew?: boolean }) {
  if (text === null) return <span className="text-ink-2 italic">{s.empty}</span>
  return <span className={isNew ? 'font-semibold' : 'text-ink-2'}>{text}</span>
}
