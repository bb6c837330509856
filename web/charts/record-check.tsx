import { ShieldCheck, TriangleAlert } from 'lucide-react'
import { Link } from 'react-router'
import { chartsContract, type RecordCheck, type RecordFinding } from '#shared/charts/contract.ts'
import { clinicalRecordMessages as s } from '#shared/charts/messages.ts'
import { formatDate, formatInstant } from '#shared/lib/manila-time.ts'
import { useRead } from '#web/data/use-read.ts'
import { chartPath } from '#web/lib/paths.ts'

/** The result of the last check of all signed forms and notes: those that were altered, or that all are unchanged. */
export function RecordCheckNotice() {
  const { data } = useRead(chartsContract.recordCheck, {}, { failed: s.checkFailed })
  const check = data?.data
  if (!check) return null
  if (check.findings.length > 0) return <Findings check={check} />
  return (
    <p className="flex items-start gap-2 text-sm text-ink-2">
      <ShieldCheck size={18} className="shrink-0" aria-hidden="true" />
      {s.allMatch(check.forms, check.notes, formatInstant(new Date(check.checked_at)))}
    </p>
  )
}

/** The largest number of findings that are listed; the command on the server lists all. */
const MOST_LINES = 20

function Findings({ check: { findings } }: { check: RecordCheck }) {
  return (
    <div role="alert" className="flex gap-3 rounded-card bg-danger-soft px-4 py-3 text-sm text-danger">
      <TriangleAlert size={20} className="shrink-0" aria-hidden="true" />
      <div className="min-w-0 flex-1 space-y-2">
        <p className="font-semibold">{s.doNotMatch(findings.length)}</p>
        <ul className="list-disc space-y-1 pl-5">
          {findings.slice(0, MOST_LINES).map((finding, index) => (
            <li key={index}>
              <Finding finding={finding} />
            </li>
          ))}
        </ul>
        {findings.length > MOST_LINES && <p>{s.moreFindings(findings.length - MOST_LINES)}</p>}
        <p>{s.doNotMatchHint}</p>
      </div>
    </div>
  )
}

function Finding({ finding: { records, problem, record } }: { finding: RecordFinding }) {
  if (record === null) return s.problemsWithout[records][problem === 'broken' ? 'broken' : 'deleted']
  const { client_id: clientId, client_name: name, title, signed_on: date } = record
  return (
    <>
      <Link to={`${chartPath(clientId)}?part=${records}`} className="underline">
        {s.recordOf(title, name, formatDate(date))}
      </Link>{' '}
      {problem === 'unlisted' ? s.unlisted : s.altered}
    </>
  )
}
