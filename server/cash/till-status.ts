import type { ReadContext, Principal } from '#server/lib/context.ts'
import type { OpenShift, Till, TillStep } from '#shared/cash/contract.ts'
import { isoInManila, manilaDate, type CivilDate } from '#shared/lib/manila-time.ts'
import * as views from './till-views.ts'

type ShiftRow = NonNullable<views.TillRow['shift']>

/** An open shift in the format in which the API sends it to the till. */
export const presentOpenShift = (shift: Omit<ShiftRow, 'opened_at'> & { opened_at: Date }): OpenShift => ({
  id: shift.id,
  cashier_name: shift.cashier_name,
  business_date: shift.business_date,
  opened_at: isoInManila(shift.opened_at),
})

function tillStepOf({ terminal, shift, unclosed_date, is_day_closed }: views.TillRow, today: CivilDate): TillStep {
  if (!terminal) return 'choose-terminal'
  if (shift) return shift.business_date === today ? 'ready' : 'close-shift'
  if (unclosed_date !== null) return 'close-day'
  return is_day_closed ? 'day-closed' : 'open-shift'
}

const withoutCashControl: Till = {
  is_on: false,
  terminals: [],
  terminal: null,
  shift: null,
  asks_colleague: false,
  unclosed_date: null,
  can_close_day: false,
  z_reading_id: null,
  step: 'ready',
}

/** What prevents selling on a terminal and how to solve it, read in one statement. */
export async function tillStatus(
  { tx, branchId, now, user }: ReadContext<Principal>,
  terminalId: string | undefined,
): Promise<Till> {
  const today = manilaDate(now)
  const row = await views.readTill(tx, { branchId, terminalId, date: today, userId: user.id })
  if (!row.is_on) return withoutCashControl
  const { terminals, terminal, shift, unclosed_date } = row
  return {
    is_on: true,
    terminals,
    terminal,
    shift: shift && presentOpenShift({ ...shift, opened_at: new Date(shift.opened_at) }),
    asks_colleague: row.asks_colleague,
    unclosed_date,
    can_close_day: row.has_closed_shifts && shift === null && !row.is_day_closed,
    z_reading_id: row.z_reading_id,
    step: tillStepOf(row, today),
  }
}
