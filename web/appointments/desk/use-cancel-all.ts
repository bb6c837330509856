import { cancelAllContract } from '#shared/appointments/cancel-all-contract.ts'
import type { StaffAppointment } from '#shared/appointments/contract.ts'
import { deskSentences as s } from '#shared/appointments/desk-sentences.ts'
import type { CancelReason } from '#shared/appointments/status.ts'
import { receiptNumber } from '#shared/sales/receipt.ts'
import { api } from '#web/lib/api.ts'
import { toast } from '#web/ui/toast.ts'
import { tellFailure } from './use-change-status.ts'
import { useRefreshAppointments } from './use-desk-lists.ts'

/** `002080, 002083` */
export const receiptsOf = (paid: readonly StaffAppointment[]): string =>
  paid.flatMap(({ paid_receipt_number: number }) => (number === null ? [] : [receiptNumber(number)])).join(', ')

/** Cancels every visit of a client that has not begun; says how many and what stays, and reads the lists again. */
export function useCancelAll(): (clientId: string, reason: CancelReason) => Promise<void> {
  const refresh = useRefreshAppointments()
  return async (clientId, reason) => {
    try {
      const { data } = await api(cancelAllContract.cancelAllOf, { params: { id: clientId }, body: { reason } })
      const description = data.paid.length > 0 ? s.paidStay(receiptsOf(data.paid)) : undefined
      toast.success({ title: s.cancelledAll(data.cancelled), ...(description && { description }) })
    } catch (error) {
      tellFailure(error, s.failed)
    }
    await refresh()
  }
}
