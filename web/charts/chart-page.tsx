import { ArrowLeft, Lock } from 'lucide-react'
import { Suspense } from 'react'
import { Link, useParams } from 'react-router'
import { chartsContract, type ChartHead } from '#shared/charts/contract.ts'
import { chartMessages as s } from '#shared/charts/messages.ts'
import { formatDate } from '#shared/lib/manila-time.ts'
import { formatPhone } from '#shared/lib/phone.ts'
import { AlertLine } from '#web/alerts/alert-line.tsx'
import { alertsFirst, useAlerts } from '#web/alerts/use-alerts.ts'
import { clientPath } from '#web/clients/client-paths.ts'
import { useRead } from '#web/data/use-read.ts'
import { paths } from '#web/lib/paths.ts'
import { useRole } from '#web/lib/session/session.ts'
import { useUrlState } from '#web/lib/use-url-state.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Loaded, Skeleton } from '#web/ui/data/load-states.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { chartSections } from './chart-sections.ts'

/** One client's clinical record. */
export default function ChartPage() {
  const { clientId = '' } = useParams()
  const read = useRead(chartsContract.chart, { params: { clientId } }, { failed: s.failedToLoad })
  const alerts = useAlerts(clientId)
  return (
    <div className="space-y-4">
      <BackLink clientId={clientId} />
      <Loaded read={alertsFirst(read, alerts)} skeleton="h-96">
        {({ data }) => <Chart key={clientId} chart={data} />}
      </Loaded>
    </div>
  )
}

/** A link back: to My day for practitioners, and to the client's page for everybody else. */
function BackLink({ clientId }: { clientId: string }) {
  const role = useRole()
  const isPractitioner = role === 'practitioner'
  return (
    <Link
      to={isPractitioner ? paths.myDay : clientPath(role, clientId)}
      className={`${buttonClass({ variant: 'quiet' })} -ml-3`}
    >
      <ArrowLeft size={18} aria-hidden="true" />
      {isPractitioner ? s.backToMyDay : s.backToClient}
    </Link>
  )
}

function Chart({ chart }: { chart: ChartHead }) {
  return (
    <>
      <ChartHeader chart={chart} />
      <AlertLine clientId={chart.client_id} />
      {chart.locked_until && <LockedNote until={chart.locked_until} />}
      <ChartTabs chart={chart} />
    </>
  )
}

function ChartHeader({ chart }: { chart: ChartHead }) {
  const visit = chart.last_visit === null ? s.noVisitYet : s.lastVisit(formatDate(chart.last_visit))
  const number = chart.contact_number === null ? [] : [formatPhone(chart.contact_number)]
  return (
    <div className="flex min-w-0 items-center gap-3">
      <Avatar name={chart.name} src={chart.photo} />
      <div className="min-w-0">
        <h1 className="text-2xl font-bold tracking-tight wrap-anywhere">{chart.name}</h1>
        <p className="text-sm text-ink-2">{[visit, ...number].join(' · ')}</p>
      </div>
    </div>
  )
}

function LockedNote({ until }: { until: string }) {
  return (
    <p className="flex items-start gap-2 rounded-card border border-line bg-surface p-4">
      <Lock size={18} className="mt-0.5 shrink-0 text-ink-2" aria-hidden="true" />
      <span>
        <b className="block">{s.lockedTitle}</b>
        {s.lockedNote(formatDate(until))}
      </span>
    </p>
  )
}

const [firstPart] = chartSections

/** The parts of the chart; the URL names the open part, so that a link can lead to it. */
function ChartTabs({ chart }: { chart: ChartHead }) {
  const [address, change] = useUrlState({ part: '' })
  const present = chartSections.find(({ part }) => part === address.part) ?? firstPart
  if (!present) return null
  const { part, Section } = present
  return (
    <Tabs
      label={s.sections}
      items={chartSections.map((one) => ({ value: one.part, label: s.parts[one.part] }))}
      value={part}
      onChange={(next) => change({ part: next === firstPart?.part ? '' : next })}
      panelClassName="mt-4"
    >
      <Suspense fallback={<Skeleton className="h-96" />}>
        <Section clientId={chart.client_id} name={chart.name} isLocked={chart.locked_until !== null} />
      </Suspense>
    </Tabs>
  )
}
