import { useRef } from 'react'
import { cashContract, type Till } from '#shared/cash/contract.ts'
import { cashTillMessages as s } from '#shared/cash/till-messages.ts'
import { formatInstant } from '#shared/lib/manila-time.ts'
import { useAction } from '#web/data/use-action.ts'
import { api } from '#web/lib/api.ts'
import { useTill } from './use-till.ts'

/**
 * The status of another terminal than the one of this device. Undefined if the status cannot be read: then the person
 * is not asked, and the next call shows its error.
 */
const readTill = (terminal_id: string): Promise<Till | undefined> =>
  api(cashContract.till, { querystring: { terminal_id } }).then(
    ({ data }) => (data.terminal?.id === terminal_id ? data : undefined),
    () => undefined,
  )

/**
 * Runs an action in the open shift of the given terminal or, if none is given, of the terminal of this device. If the
 * shift is a colleague's, the person must confirm first. The server stores the confirmation, so that it is asked for
 * once per shift.
 */
export function useColleagueQuestion(): (run: () => void, terminalId?: string | null) => void {
  const ofDevice = useTill()
  const asked = useRef<Till | undefined>(undefined)
  const join = useAction(cashContract.joinShift, {
    ask: () => ({
      title: s.colleagueTitle(asked.current?.shift?.cashier_name ?? ''),
      body: s.colleagueText(asked.current?.shift ? formatInstant(asked.current.shift.opened_at) : ''),
      confirmLabel: s.colleagueYes,
      cancelLabel: s.cancel,
    }),
    failed: s.colleagueFailed,
    reread: [cashContract.till],
  })
  const askAbout = (till: Till | undefined, run: () => void) => {
    const { shift, asks_colleague } = till ?? {}
    if (!shift || !asks_colleague) return run()
    asked.current = till
    void join.run({ params: { id: shift.id } }).then((outcome) => {
      if (outcome.kind === 'done') run()
    })
  }
  return (run, terminalId = null) => {
    if (terminalId === null || terminalId === ofDevice?.terminal?.id) askAbout(ofDevice, run)
    else void readTill(terminalId).then((till) => askAbout(till, run))
  }
}
