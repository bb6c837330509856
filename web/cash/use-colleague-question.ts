import { cashContract } from '#shared/cash/contract.ts'
import { cashTillMessages as s } from '#shared/cash/till-messages.ts'
import { formatInstant } from '#shared/lib/manila-time.ts'
import { useAction } from '#web/data/use-action.ts'
import { useTill } from './use-till.ts'

/**
 * Runs something that belongs to the open shift. If the shift is a colleague's, the person is asked first, once per
 * shift, and the server keeps the answer.
 */
export function useColleagueQuestion(): (run: () => void) => void {
  const till = useTill()
  const join = useAction(cashContract.joinShift, {
    ask: () => ({
      title: s.colleagueTitle(till?.shift?.cashier_name ?? ''),
      body: s.colleagueText(till?.shift ? formatInstant(till.shift.opened_at) : ''),
      confirmLabel: s.colleagueYes,
      cancelLabel: s.cancel,
    }),
    failed: s.colleagueFailed,
    reread: [cashContract.till],
  })
  return (run) => {
    const { shift, asks_colleague } = till ?? {}
    if (!shift || !asks_colleague) return run()
    void join.run({ params: { id: shift.id } }).then((outcome) => {
      if (outcome.kind === 'done') run()
    })
  }
}
