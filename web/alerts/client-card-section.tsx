import { MessageSquareText, Plus, TriangleAlert } from 'lucide-react'
import { alertsContract, type ChartAlert, type ChartAlerts } from '#shared/alerts/contract.ts'
import { alertMessages as s, alertText } from '#shared/alerts/messages.ts'
import { formatDate, formatInstant } from '#shared/lib/manila-time.ts'
import type { ChartSectionProps } from '#web/charts/chart-sections.ts'
import { useMayUseCharts } from '#web/charts/use-clinical-record.ts'
import ClientCardDetails from '#web/client-cards/client-card-details.tsx'
import { useAction } from '#web/data/use-action.ts'
import { useRead } from '#web/data/use-read.ts'
import { api } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { EmptyState, Loaded } from '#web/ui/data/load-states.tsx'
import { lazyDialog, useDialog } from '#web/ui/overlays/use-dialog.tsx'
import { AlertBox } from './alert-line.tsx'
import { alertReads } from './alert-reads.ts'
import { questionText } from './question-text.ts'

const AlertFormDialog = lazyDialog(async () => (await import('./alert-form-dialog.tsx')).AlertFormDialog)

/**
 * The part of the chart with the client card: alerts, the client's details, and the reasons for which visits were
 * booked or started despite an alert.
 */
export default function ClientCardSection({ clientId, name, isLocked }: ChartSectionProps) {
  const read = useRead(alertsContract.ofChart, { params: { clientId } }, { failed: s.failed })
  const mayWrite = useMayUseCharts('charts.write') && !isLocked
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <div className="space-y-4">
        <Loaded read={read} skeleton="h-96">
          {({ data }) => (
            <>
              <CurrentAlerts clientId={clientId} alerts={data} mayWrite={mayWrite} />
              <EndedAlerts alerts={data.ended} />
            </>
          )}
        </Loaded>
      </div>
      <div className="space-y-4">
        <ClientCardDetails {...{ clientId, name, isLocked }} />
        {read.data && <Reasons reasons={read.data.data.reasons} />}
      </div>
    </div>
  )
}

type CurrentProps = { clientId: string; alerts: ChartAlerts; mayWrite: boolean }

const textOf = ({ kind, text }: ChartAlert) => alertText(kind, text)

/** Ends an alert after a confirmation. */
const useEndAlert = (clientId: string) =>
  useAction(({ id: alertId }: ChartAlert) => api(alertsContract.end, { params: { clientId, alertId }, body: {} }), {
    ask: (alert) => ({
      title: s.endQuestion(textOf(alert)),
      body: s.endNote,
      confirmLabel: s.end,
      cancelLabel: s.cancel,
      busyLabel: s.ending,
    }),
    done: s.endDone,
    failed: s.notEnded,
    reread: alertReads,
  })

function CurrentAlerts({ clientId, alerts, mayWrite }: CurrentProps) {
  const edit = useDialog(AlertFormDialog, { clientId, offered: alerts.offered_treatments })
  const end = useEndAlert(clientId)
  return (
    <SectionCard title={s.alerts}>
      <div className="space-y-4">
        {alerts.current.length === 0 && <EmptyState icon={TriangleAlert} title={s.none} body={s.noneHint} />}
        <ul className="space-y-4">
          {alerts.current.map((alert) => (
            <li key={alert.id}>
              <AlertBox alert={alert} />
              <p className="mt-1 text-sm text-ink-2">{s.added(alert.added.by, formatInstant(alert.added.at))}</p>
              {mayWrite && (
                <div className="mt-1 flex flex-wrap gap-2">
                  <Button aria-label={s.changeOf(textOf(alert))} onClick={() => edit.open({ alert })}>
                    {s.change}
                  </Button>
                  <Button
                    variant="danger-quiet"
                    aria-label={s.endOf(textOf(alert))}
                    busy={end.busy}
                    onClick={() => void end.run(alert)}
                  >
                    {s.end}
                  </Button>
                </div>
              )}
            </li>
          ))}
        </ul>
        {mayWrite && (
          <Button block icon={<Plus size={18} aria-hidden="true" />} onClick={() => edit.open({ alert: null })}>
            {s.add}
          </Button>
        )}
      </div>
      {edit.element}
    </SectionCard>
  )
}

/** Lists the reasons for which visits were booked or started despite an alert, the newest first. */
function Reasons({ reasons }: Pick<ChartAlerts, 'reasons'>) {
  return (
    <SectionCard title={s.reasons}>
      {reasons.length === 0 && <EmptyState icon={MessageSquareText} title={s.noReasons} body={s.noReasonsHint} />}
      <ul className="space-y-4">
        {reasons.map(({ id, step, reason, questions, visit, given_at, given_by }) => (
          <li key={id} className="border-t border-line pt-3 first:border-t-0 first:pt-0">
            <p className="font-semibold wrap-anywhere">
              {s.reasonLine(s.steps[step], visit.service, formatDate(visit.date))}
            </p>
            <ul className="text-sm text-ink-2">
              {questions.map((question) => (
                <li key={question.key} className="wrap-anywhere">
                  {questionText(question)}
                </li>
              ))}
            </ul>
            <p className="mt-1 whitespace-pre-line wrap-anywhere">{reason}</p>
            <p className="mt-1 text-sm text-ink-2">{s.givenBy(given_by, formatInstant(given_at))}</p>
          </li>
        ))}
      </ul>
    </SectionCard>
  )
}

function EndedAlerts({ alerts }: { alerts: readonly ChartAlert[] }) {
  if (alerts.length === 0) return null
  return (
    <SectionCard title={s.endedAlerts}>
      <ul className="space-y-3">
        {alerts.map((alert) => (
          <li key={alert.id}>
            <p className="font-semibold wrap-anywhere">{textOf(alert)}</p>
            <p className="text-sm text-ink-2">{s.added(alert.added.by, formatInstant(alert.added.at))}</p>
            {alert.ended && (
              <p className="text-sm text-ink-2">
                {(alert.is_replaced ? s.replaced : s.ended)(alert.ended.by, formatInstant(alert.ended.at))}
              </p>
            )}
          </li>
        ))}
      </ul>
    </SectionCard>
  )
}
