import type { ReactNode } from 'react'
import { permissionsOf } from '#shared/auth/permissions.ts'
import type { Approval, ApprovalKind } from '#shared/approvals/contract.ts'
import { approvalMessages as s } from '#shared/approvals/messages.ts'
import type { Centavos } from '#shared/lib/money.ts'
import { useRole } from '#web/lib/session/session.tsx'
import { usePaymentSettings } from '#web/sales/api.ts'
import { toast } from '#web/ui/overlays/toast.ts'
import { lazyDialog, useDialog } from '#web/ui/overlays/use-dialog.tsx'

const ApprovalDialog = lazyDialog(async () => (await import('./approval-dialog.tsx')).ApprovalDialog)

/** What an admin is asked to agree to; `saleId` is null for a discount. */
export type ApprovalRequest = { kind: ApprovalKind; saleId: string | null; amount: Centavos }
type Agreed = { id: string | null; approver_name: string | null }

type UseApproval = {
  /** Asks an admin for the PIN; `id` is null for a caller who needs nobody, and the answer is null when nobody agreed. */
  ask: (request: ApprovalRequest) => Promise<Agreed | null>
  /** The caller can take sales back: alone, or because an admin has a PIN. */
  isPossible: boolean
  element: ReactNode
}

/** The approval of an admin in place, for whoever needs one. */
export function useApproval(): UseApproval {
  const needsNobody = permissionsOf(useRole()).has('sales.approve')
  const approvers = usePaymentSettings()?.approvers ?? []
  const dialog = useDialog(ApprovalDialog)
  const ask = (request: ApprovalRequest) => {
    if (needsNobody) return Promise.resolve({ id: null, approver_name: null })
    if (approvers.length === 0) {
      toast.error({ title: s.nobody, seconds: 8 })
      return Promise.resolve(null)
    }
    return new Promise<Approval | null>((resolve) => {
      dialog.open({ approvers, ...request, onApproved: resolve, onLeft: () => resolve(null) })
    })
  }
  return { ask, isPossible: needsNobody || approvers.length > 0, element: dialog.element }
}
