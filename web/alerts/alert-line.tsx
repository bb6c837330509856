import { clsx } from 'clsx'
import { TriangleAlert } from 'lucide-react'
import type { ClientAlert } from '#shared/alerts/contract.ts'
import { alertText, alertMessages as s } from '#shared/alerts/messages.ts'
import { useMayUseCharts } from '#web/charts/use-clinical-record.ts'
import type { ReadFailure } from '#web/data/use-read.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import type { Tone } from '#web/ui/tone.ts'
import { useAlerts } from './use-alerts.ts'

type Alert = Pick<ClientAlert, 'id' | 'kind' | 'text' | 'treatments'>

/**
 * The colour of an alert. Allergies, and alerts because of which the client should not have some treatments, stand out
 * from other alerts.
 */
const toneOf = ({ kind, treatments }: Alert): Tone =>
  kind === 'allergy' || treatments.length > 0 ? 'danger' : 'warning'

const againstText = ({ treatments }: Alert) =>
  treatments.length === 0 ? null : s.against(treatments.map(({ name }) => name).join(', '))

/**
 * Alerts as chips with an icon and words. The treatments that the client should not have are named for screen readers
 * only.
 */
function AlertChips({ alerts }: { alerts: readonly Alert[] }) {
  return (
    <span className="flex flex-wrap gap-1">
      {alerts.map((alert) => (
        <Badge
          key={alert.id}
          tone={toneOf(alert)}
          icon={<TriangleAlert size={14} className="shrink-0" aria-hidden="true" />}
          className="whitespace-normal!"
        >
          {alertText(alert.kind, alert.text)}
          {alert.treatments.length > 0 && <span className="sr-only"> {againstText(alert)}</span>}
        </Badge>
      ))}
    </span>
  )
}

type AlertLineProps = {
  /**
   * Null if there is no client. Undefined for a client whose id is missing, such as in an order that an earlier version
   * has stored on the device: the alerts are then shown as unknown.
   */
  clientId: string | null | undefined
  /**
   * True where there is little space, such as in lists: the alerts are chips that do not show which treatments the
   * client should not have.
   */
  isShort?: boolean
  className?: string
}

/** The coloured line with a client's alerts. It draws nothing for a client without alerts. */
export function AlertLine({ clientId, isShort = false, className }: AlertLineProps) {
  const mayRead = useMayUseCharts('alerts.read')
  const { data, failure } = useAlerts(clientId ?? null)
  if (mayRead && clientId === undefined) return <AlertsUnknown isShort={isShort} />
  if (failure && !data) return <AlertsUnknown failure={failure} isShort={isShort} />
  if (!data || data.length === 0) return null
  if (isShort)
    return (
      <span className={clsx('block', className)}>
        <AlertChips alerts={data} />
      </span>
    )
  return (
    <ul aria-label={s.alerts} className={clsx('space-y-2', className)}>
      {data.map((alert) => (
        <li key={alert.id}>
          <AlertBox alert={alert} />
        </li>
      ))}
    </ul>
  )
}

/** One alert as a coloured line with the treatments that the client should not have because of it. */
export function AlertBox({ alert }: { alert: Alert }) {
  const against = againstText(alert)
  return (
    <p
      className={clsx(
        'flex gap-2 rounded-ctl px-3 py-2 text-sm',
        toneOf(alert) === 'danger' ? 'bg-danger-soft text-danger' : 'bg-warning-soft text-warning',
      )}
    >
      <TriangleAlert size={18} className="shrink-0" aria-hidden="true" />
      <span className="min-w-0 wrap-anywhere">
        <b>{alertText(alert.kind, alert.text)}</b>
        {against !== null && <span className="block">{against}</span>}
      </span>
    </p>
  )
}

type UnknownProps = { failure?: ReadFailure; isShort: boolean }

/** Says that the alerts could not be loaded, so that it does not look as if the client had none. */
function AlertsUnknown({ failure, isShort }: UnknownProps) {
  if (isShort) return <Badge tone="warning">{s.loadFailed}</Badge>
  return (
    <p className="flex flex-wrap items-center gap-2 text-sm font-semibold text-warning">
      {s.loadFailed}
      {failure && (
        <Button variant="quiet" busy={failure.busy} onClick={failure.onRetry}>
          {s.retry}
        </Button>
      )}
    </p>
  )
}
