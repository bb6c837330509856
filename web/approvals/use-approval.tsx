import { useRef, type ReactNode } from 'react'
import { permissionsOf } from '#shared/auth/permissions.ts'
import type { Approval, ApprovalKind } from '#shared/approvals/contract.ts'
import { approvalMessages as s } from '#shared/approvals/messages.ts'
import type { Centavos } from '#shared/lib/money.ts'
import { useRole } from '#web/lib/session/session.ts'
import { usePaymentSettings } from '#web/sales/api.ts'
import { useRefusals } from '#web/ui/overlays/refusals.tsx'
import { lazyDialog, useDialog } from '#web/ui/overlays/use-dialog.tsx'

const ApprovalDialog = lazyDialog(async () => (await import('./approval-dialog.tsx')).ApprovalDialog)

/**
 * An action that needs an approval. `subjectId` is the sale (for a void or refund), the key of the order (for a
 * discount), or the shift (for a pay-out or bank drop).
 */
type ApprovalRequest = { kind: ApprovalKind; subjectId: string; amount: Centavos }

type UseApproval = {
  /**
   * Asks an admin for the PIN. If the same request is retried after its approval, the PIN is not asked for again.
   * Returns false when nobody approved.
   */
  ask: (request: ApprovalRequest) => Promise<boolean>
  /** The `approval_id` to send; null for a caller who needs no approval. */
  id: () => string | null
  /**
   * Takes the errors of a refused request. Returns true if the server rejected the approval; the next attempt then asks
   * for a new approval.
   */
  refused: (errors: Record<string, unknown>) => boolean
  /**
   * True when the caller can void and refund, because they need no approval or because an admin has a PIN to approve
   * it.
   */
  isPossible: boolean
  element: ReactNode
}

/** Asks for an admin's approval, if the person needs one. */
export function useApproval(): UseApproval {
  const needsNobody = permissionsOf(useRole()).has('sales.approve')
  const approvers = usePaymentSettings()?.approvers ?? []
  const dialog = useDialog(ApprovalDialog)
  const { showRefusal } = useRefusals()
  const agreed = useRef<(ApprovalRequest & { id: string }) | null>(null)
  const ask = async (request: ApprovalRequest) => {
    if (needsNobody || (agreed.current !== null && isSame(agreed.current, request))) return true
    if (approvers.length === 0) {
      showRefusal({ title: s.nobody, seconds: 8 })
      return false
    }
    const answer = await new Promise<Approval | null>((resolve) => {
      dialog.open({ approvers, ...request, onApproved: resolve, onLeft: () => resolve(null) })
    })
    agreed.current = answer && { ...request, id: answer.id }
    return answer !== null
  }
  const refused = (errors: Record<string, unknown>) => {
    const isApproval = 'approval_id' in errors
    if (isApproval) agreed.current = null
    return isApproval
  }
  return {
    ask,
    id: () => agreed.current?.id ?? null,
    refused,
    isPossible: needsNobody || approvers.length > 0,
    element: dialog.element,
  }
}

const isSame = (a: ApprovalRequest, b: ApprovalRequest) =>
  a.kind === b.kind && a.subjectId === b.subjectId && a.amount === b.amount
