import { RefreshCw, Webhook as WebhookIcon } from 'lucide-react'
import { useMemo } from 'react'
import { formatInstant } from '#shared/lib/manila-time.ts'
import { webhooksContract as contract, type Delivery, type Webhook } from '#shared/webhooks/contract.ts'
import { DELIVERY_STATES } from '#shared/webhooks/delivery.ts'
import { webhookMessages as s } from '#shared/webhooks/messages.ts'
import { TEST_EVENT } from '#shared/webhooks/event-names.ts'
import { useAction } from '#web/data/use-action.ts'
import { useList } from '#web/data/use-list.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { DataTable, type Column } from '#web/ui/data/data-table.tsx'
import { EmptyState } from '#web/ui/data/load-states.tsx'
import { Pager } from '#web/ui/data/pager.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { answerWithTime } from './answer-text.ts'
import { hostOf } from './host-of.ts'

const tones = { waiting: 'warning', sent: 'success', failed: 'danger' } as const

function Answer({ delivery }: { delivery: Delivery }) {
  const { tries, tried_at, duration_ms, next_try_at } = delivery
  const answer = answerWithTime(delivery, tried_at)
  const details = [
    ...(duration_ms === null ? [] : [s.within(duration_ms)]),
    ...(tries > 1 ? [s.tries(tries)] : []),
    ...(next_try_at !== null && tries > 0 ? [s.nextTry(formatInstant(next_try_at))] : []),
  ]
  return (
    <div>
      {answer ?? '—'}
      {details.length > 0 && <span className="tnum block text-compact text-ink-2">{details.join(' · ')}</span>}
    </div>
  )
}

const columns = (onResend: ((delivery: Delivery) => void) | undefined): Column<Delivery>[] => [
  {
    key: 'event',
    header: s.event,
    card: 'title',
    cell: ({ event, changed }) => (
      <>
        <span className="font-semibold">{event}</span>
        {changed.length > 0 && (
          <span className="block text-compact font-normal wrap-anywhere text-ink-2">{s.changedFields(...changed)}</span>
        )}
      </>
    ),
  },
  { key: 'time', header: s.happened, cell: ({ occurred_at }) => formatInstant(occurred_at) },
  {
    key: 'state',
    header: s.state,
    cell: ({ state }) => <Badge tone={tones[state]}>{s.deliveryStates[state]}</Badge>,
  },
  { key: 'answer', header: s.lastAnswer, cell: (delivery) => <Answer delivery={delivery} /> },
  {
    key: 'actions',
    header: s.actions,
    headerHidden: true,
    card: 'actions',
    align: 'right',
    cell: (delivery) =>
      onResend &&
      delivery.state !== 'waiting' &&
      delivery.event !== TEST_EVENT && (
        <Button
          aria-label={s.resendOf(delivery.event, formatInstant(delivery.occurred_at))}
          onClick={() => onResend(delivery)}
        >
          {s.resend}
        </Button>
      ),
  },
]

const EVERYTHING = 'all'
const filters = [
  { value: EVERYTHING, label: s.all },
  ...DELIVERY_STATES.map((value) => ({ value, label: s.deliveryStates[value] })),
]

/**
 * The dialog with the events that a webhook has sent or still has to send, newest first, and the receiver's answer to
 * each.
 */
export function DeliveriesDialog({ open, onClose, webhook }: DialogControl & { webhook: Webhook }) {
  const list = useList(contract.deliveries, {
    local: true,
    fixed: { webhook_id: webhook.id },
    failed: s.historyFailed,
    // The events are loaded at each opening, because the dialog is often opened to see what has just been sent.
    staleMs: 0,
  })
  const { run } = useAction(contract.resend, {
    done: s.resent,
    failed: s.notResent,
    reread: [contract.deliveries, contract.list],
  })
  const shown = useMemo(
    () => columns(webhook.is_on ? ({ id }) => void run({ params: { id } }) : undefined),
    [run, webhook.is_on],
  )
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="xl"
      tall
      title={s.historyTitle(hostOf(webhook))}
      description={s.historyText}
    >
      <div className="space-y-3">
        <div className="flex gap-2">
          <Select
            aria-label={s.filter}
            className="min-w-36"
            options={filters}
            value={list.query.state ?? EVERYTHING}
            onChange={(state) =>
              list.change({ state: state === EVERYTHING ? undefined : (state as Delivery['state']) })
            }
          />
          <Button
            icon={<RefreshCw size={18} aria-hidden="true" />}
            busy={list.isFetching}
            onClick={() => void list.reload()}
          >
            {s.refresh}
          </Button>
        </div>
        <DataTable
          label={s.historyList}
          columns={shown}
          rowKey={({ id }) => id}
          empty={<EmptyState icon={WebhookIcon} title={s.noEvents} body={s.noEventsHint} />}
          cardsBelow="md"
          {...list.table}
        />
        <Pager {...list.pager} />
      </div>
    </Dialog>
  )
}
