import { Plus, Webhook as WebhookIcon } from 'lucide-react'
import { useMemo } from 'react'
import { formatInstant } from '#shared/lib/manila-time.ts'
import { MAX_WEBHOOKS, webhooksContract as contract, type Webhook } from '#shared/webhooks/contract.ts'
import { webhookMessages as s } from '#shared/webhooks/messages.ts'
import { tableOf, useRead } from '#web/data/use-read.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { DataTable, type Column } from '#web/ui/data/data-table.tsx'
import { EmptyState } from '#web/ui/data/load-states.tsx'
import { lazyDialog, useDialog } from '#web/ui/overlays/use-dialog.tsx'
import { answerWithTime } from './answer-text.ts'
import { hostOf } from './host-of.ts'
import { WebhookActions } from './webhook-actions.tsx'

const dialogs = () => import('#web/api-keys/developer-dialogs.ts')
const WebhookDialog = lazyDialog(async () => (await dialogs()).WebhookDialog)
const DeliveriesDialog = lazyDialog(async () => (await dialogs()).DeliveriesDialog)
const ShownOnceDialog = lazyDialog(async () => (await dialogs()).ShownOnceDialog)

const badges = {
  on: <Badge tone="success">{s.on}</Badge>,
  failing: <Badge tone="warning">{s.failing}</Badge>,
  off: <Badge>{s.off}</Badge>,
  stopped: <Badge tone="danger">{s.stopped}</Badge>,
}

function stateOf({ is_on, stopped_because, failing_since }: Webhook): keyof typeof badges {
  if (stopped_because !== null) return 'stopped'
  if (!is_on) return 'off'
  return failing_since === null ? 'on' : 'failing'
}

function State({ webhook }: { webhook: Webhook }) {
  const { failing_since, paused_until, stopped_because, is_on, waiting } = webhook
  const hints = [
    ...(stopped_because === null ? [] : [s.stoppedHints[stopped_because]]),
    ...(is_on && failing_since !== null ? [s.failingHint(formatInstant(failing_since))] : []),
    ...(is_on && paused_until !== null ? [s.nextTry(formatInstant(paused_until))] : []),
    ...(waiting > 0 ? [s.waitingCount(waiting)] : []),
  ]
  return (
    <div>
      {badges[stateOf(webhook)]}
      {hints.map((hint) => (
        <p key={hint} className="text-sm text-ink-2">
          {hint}
        </p>
      ))}
    </div>
  )
}

function Address({ url, description }: Webhook) {
  return (
    <>
      <span className="block font-semibold wrap-anywhere">{description ?? hostOf({ url })}</span>
      <span className="block text-sm font-normal wrap-anywhere text-ink-2">{url}</span>
    </>
  )
}

function Events({ events }: Pick<Webhook, 'events'>) {
  return (
    <details>
      <summary className="min-h-touch cursor-pointer content-center">{s.eventCount(events.length)}</summary>
      <ul className="list-disc pl-5 text-left text-sm">
        {events.map((event) => (
          <li key={event}>{event}</li>
        ))}
      </ul>
    </details>
  )
}

type Handlers = {
  onHistory: (webhook: Webhook) => void
  onEdit: (webhook: Webhook) => void
  onSecret: (shown: { name: string; secret: string }) => void
}

const columns = ({ onHistory, onEdit, onSecret }: Handlers): Column<Webhook>[] => [
  { key: 'url', header: s.url, card: 'title', cell: (webhook) => <Address {...webhook} /> },
  { key: 'state', header: s.state, cell: (webhook) => <State webhook={webhook} /> },
  { key: 'events', header: s.chosen, cell: ({ events }) => <Events events={events} /> },
  {
    key: 'answer',
    header: s.lastAnswer,
    cell: (webhook) => answerWithTime(webhook, webhook.last_tried_at) ?? s.neverSent,
  },
  {
    key: 'actions',
    header: s.actions,
    headerHidden: true,
    card: 'actions',
    align: 'right',
    cell: (webhook) => (
      <WebhookActions
        webhook={webhook}
        onHistory={() => onHistory(webhook)}
        onEdit={() => onEdit(webhook)}
        onSecret={onSecret}
      />
    ),
  },
]

/** The section of the page that lists the clinic's webhooks, with a button to add one. */
export function WebhooksSection() {
  const read = useRead(contract.list, {}, { failed: s.failed })
  const secret = useDialog(ShownOnceDialog, { texts: s.shownOnce })
  const form = useDialog(WebhookDialog, { onSecret: secret.open })
  const history = useDialog(DeliveriesDialog)
  const [showSecret, showForm, showHistory] = [secret.open, form.open, history.open]
  const shown = useMemo(
    () =>
      columns({
        onHistory: (webhook) => showHistory({ webhook }),
        onEdit: (webhook) => showForm({ webhook }),
        onSecret: showSecret,
      }),
    [showForm, showHistory, showSecret],
  )
  const isFull = (read.data?.data.length ?? 0) >= MAX_WEBHOOKS
  return (
    <section aria-labelledby="webhooks" className="space-y-4 pt-4">
      <div className="flex flex-wrap items-end gap-3">
        <div className="min-w-0 flex-1 basis-60">
          <h2 id="webhooks" className="text-xl font-bold">
            {s.title}
          </h2>
          <p className="text-ctl text-ink-2">{isFull ? s.full : s.subtitle}</p>
        </div>
        <Button
          icon={<Plus size={18} aria-hidden="true" />}
          disabled={isFull}
          onClick={() => form.open({ webhook: null })}
        >
          {s.add}
        </Button>
      </div>
      <DataTable
        label={s.list}
        columns={shown}
        rows={read.data?.data}
        rowKey={({ id }) => id}
        empty={<EmptyState icon={WebhookIcon} title={s.none} body={s.noneHint} />}
        cardsBelow="lg"
        {...tableOf(read)}
      />
      {form.element}
      {history.element}
      {secret.element}
    </section>
  )
}
