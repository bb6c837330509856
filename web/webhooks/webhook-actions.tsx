import { Ellipsis, History, KeyRound, Pencil, Power, Send, Trash2, type LucideIcon } from 'lucide-react'
import { webhooksContract as contract, type Webhook } from '#shared/webhooks/contract.ts'
import { webhookMessages as s } from '#shared/webhooks/messages.ts'
import { useAction } from '#web/data/use-action.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Menu } from '#web/ui/overlays/menu.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { answerWithTime } from './answer-text.ts'
import { hostOf } from './host-of.ts'

const danger = { cancelLabel: s.cancel, danger: true } as const
const reread = [contract.list]

/** The actions of a webhook that need no form. */
function useWebhookActions(webhook: Webhook, onSecret: (shown: { name: string; secret: string }) => void) {
  const host = hostOf(webhook)
  const params = { id: webhook.id }
  const turn = useAction(contract.switch, {
    ask: ({ body }) =>
      body.is_on
        ? null
        : {
            title: s.switchOffTitle(host),
            body: s.switchOffText,
            confirmLabel: s.switchOff,
            busyLabel: s.switchingOff,
            cancelLabel: s.cancel,
          },
    done: ({ data }) => (data.is_on ? s.switchedOn : s.switchedOff),
    failed: s.notSwitched,
    reread,
  })
  const renew = useAction(contract.renewSecret, {
    ask: () => ({ title: s.renewTitle(host), body: s.renewText, confirmLabel: s.renew, busyLabel: s.renewing }),
    failed: s.notRenewed,
    reread,
    onDone: ({ data }) => onSecret({ name: host, secret: data.secret }),
  })
  const remove = useAction(contract.remove, {
    ask: () => ({
      ...danger,
      title: s.deleteTitle(host),
      body: s.deleteText,
      confirmLabel: s.delete,
      busyLabel: s.deleting,
    }),
    done: s.deleted,
    failed: s.notDeleted,
    reread,
  })
  return {
    turn: (is_on: boolean) => void turn.run({ params, body: { is_on } }),
    renew: () => void renew.run({ params }),
    remove: () => void remove.run({ params }),
  }
}

/** The button that sends a test event to the webhook and shows the receiver's answer. */
function TestButton({ webhook }: { webhook: Webhook }) {
  const test = useAction(contract.test, {
    failed: s.notTested,
    reread,
    onDone: ({ data }) => {
      const description = answerWithTime(data, data.tried_at) ?? ''
      if (data.state === 'sent') toast.success({ title: s.tested, description })
      else toast.error({ title: s.testFailed, description })
    },
  })
  return (
    <Button
      icon={<Send size={18} aria-hidden="true" />}
      busy={test.busy}
      aria-label={s.testOf(hostOf(webhook))}
      onClick={() => void test.run({ params: { id: webhook.id } })}
    >
      {s.test}
    </Button>
  )
}

const icon = (Icon: LucideIcon) => <Icon size={18} aria-hidden="true" />

type WebhookActionsProps = {
  webhook: Webhook
  onHistory: () => void
  onEdit: () => void
  onSecret: (shown: { name: string; secret: string }) => void
}

/** The test button and the menu of a webhook. */
export function WebhookActions({ webhook, onHistory, onEdit, onSecret }: WebhookActionsProps) {
  const { turn, renew, remove } = useWebhookActions(webhook, onSecret)
  const { is_on, stopped_because } = webhook
  const switchOn = { label: s.switchOn, icon: icon(Power), onSelect: () => turn(true) }
  const switchOff = { label: s.switchOff, icon: icon(Power), onSelect: () => turn(false) }
  return (
    <div className="flex flex-wrap items-center justify-end gap-2">
      <TestButton webhook={webhook} />
      <Menu
        align="end"
        trigger={<IconButton label={s.actionsOf(hostOf(webhook))} variant="secondary" icon={icon(Ellipsis)} />}
        items={[
          { label: s.history, icon: icon(History), onSelect: onHistory },
          { label: s.edit, icon: icon(Pencil), onSelect: onEdit },
          { label: s.renew, icon: icon(KeyRound), onSelect: renew },
          ...(is_on ? [] : [switchOn]),
          // A webhook that Mutya has stopped can be switched off too, which removes its notice from the dashboard.
          ...(is_on || stopped_because ? [switchOff] : []),
          { label: s.delete, icon: icon(Trash2), onSelect: remove, danger: true, separated: true },
        ]}
      />
    </div>
  )
}
