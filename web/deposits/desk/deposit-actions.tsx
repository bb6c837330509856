import { EllipsisVertical, HandCoins, Printer, SearchX } from 'lucide-react'
import type { Deposit } from '#shared/deposits/contract.ts'
import { depositMessages as s } from '#shared/deposits/messages.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Menu, type MenuItem } from '#web/ui/overlays/menu.tsx'

/** The dialogs that the actions of a deposit open. */
export type DepositAction = 'pay' | 'refuse' | 'settle' | 'receipt' | 'picture'

type ActionsProps = {
  deposit: Deposit
  /** True for people who may give a deposit back or keep it. */
  maySettle: boolean
  onAction: (action: DepositAction) => void
}

/** The next step of a deposit as a button, and its other actions in a menu. */
export function DepositActions({ deposit, maySettle, onAction }: ActionsProps) {
  const { client } = deposit
  const { next, others } = actionsOf(deposit, maySettle)
  if (!next) return null
  return (
    <span className="flex items-center justify-end gap-1 cards:w-full">
      <Button
        variant={next === 'receipt' ? 'secondary' : 'primary'}
        aria-label={s.actionFor(labelOf(next, deposit), client.name)}
        onClick={() => onAction(next)}
        className="px-3.5! text-sm! cards:flex-1"
      >
        {labelOf(next, deposit)}
      </Button>
      {others.length > 0 && (
        <Menu
          trigger={<IconButton label={s.more(client.name)} icon={<EllipsisVertical size={20} aria-hidden="true" />} />}
          items={others.map((action): MenuItem => ({
            label: labelOf(action, deposit),
            icon: iconOf[action],
            onSelect: () => onAction(action),
          }))}
        />
      )}
    </span>
  )
}

type RowAction = Exclude<DepositAction, 'picture'>

const iconOf = {
  pay: <HandCoins size={18} aria-hidden="true" />,
  refuse: <SearchX size={18} aria-hidden="true" />,
  settle: <HandCoins size={18} aria-hidden="true" />,
  receipt: <Printer size={18} aria-hidden="true" />,
}

const labelOf = (action: RowAction, { status }: Deposit): string =>
  ({ pay: status === 'reported' ? s.verify : s.take, refuse: s.refuse, settle: s.settle, receipt: s.print })[action]

/**
 * The actions that the status of a deposit allows: `next` is the next step, and `others` are the actions in the menu.
 */
function actionsOf(deposit: Deposit, maySettle: boolean): { next: RowAction | null; others: RowAction[] } {
  const { status, visit, payment } = deposit
  if (status === 'requested') return { next: 'pay', others: [] }
  if (status === 'reported') return { next: 'pay', others: ['refuse'] }
  if (status === 'paid' && maySettle)
    return visit.status === 'cancelled'
      ? { next: 'settle', others: ['receipt'] }
      : { next: 'receipt', others: ['settle'] }
  return { next: payment ? 'receipt' : null, others: [] }
}
