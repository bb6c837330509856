import { z } from 'zod'
import { endpoint } from '#shared/lib/endpoint.ts'
import { id, messageAnswer, requiredText, strictBody } from '#shared/lib/fields.ts'
import { pesos } from '#shared/lib/money-fields.ts'
import { approvalMessages as s } from './messages.ts'

export const APPROVAL_KINDS = ['void', 'refund', 'discount', 'pay_out', 'drop'] as const
export type ApprovalKind = (typeof APPROVAL_KINDS)[number]

/**
 * The field that names the one thing to which an approval of each kind is bound: the sale to be voided or refunded, the
 * idempotency key of the order with the discount, or the shift out of whose drawer the money is taken.
 */
export const APPROVAL_SUBJECTS = {
  void: 'sale_id',
  refund: 'sale_id',
  discount: 'order_key',
  pay_out: 'shift_id',
  drop: 'shift_id',
} as const satisfies Record<ApprovalKind, string>

/** The number of digits of a new PIN. */
export const PIN_DIGITS = 6
/** Old PINs with four to eight digits remain valid. */
const LEAST_PIN_DIGITS = 4
export const MOST_PIN_DIGITS = 8

const newPin = z.string(s.newPinFormat).regex(new RegExp(`^\\d{${PIN_DIGITS}}$`), s.newPinFormat)
const pin = z.string(s.pinFormat).regex(new RegExp(`^\\d{${LEAST_PIN_DIGITS},${MOST_PIN_DIGITS}}$`), s.pinFormat)

/** An admin who has a PIN. */
export const approver = z.object({ id, name: z.string() })
export type Approver = z.output<typeof approver>

const approval = z.object({ id, approver_name: z.string() })
export type Approval = z.output<typeof approval>

export const approvalsContract = {
  approve: endpoint({
    method: 'POST',
    url: '/api/approvals',
    access: 'sales.create',
    summary:
      'Create an approval: with their PIN, an admin allows the caller one void, refund, discount, pay-out or bank drop up to an amount, within 30 minutes',
    status: 201,
    database: 'none',
    body: strictBody({
      approver_id: id,
      pin,
      kind: z.enum(APPROVAL_KINDS),
      // Exactly one of `sale_id`, `order_key` and `shift_id` must be sent: the one that `APPROVAL_SUBJECTS` names for
      // the kind.
      sale_id: id.nullish(),
      order_key: id.nullish(),
      shift_id: id.nullish(),
      amount: pesos,
    }),
    response: z.object({ data: approval }),
  }),
  setPin: endpoint({
    method: 'PUT',
    url: '/api/my/approval-pin',
    access: 'sales.approve',
    summary: "Set one's own PIN for approvals; requires the current password",
    database: 'none',
    body: strictBody({ pin: newPin, current_password: requiredText(200) }),
    response: messageAnswer,
  }),
  removePin: endpoint({
    method: 'DELETE',
    url: '/api/my/approval-pin',
    access: 'sales.approve',
    summary: "Remove one's own PIN for approvals",
    response: messageAnswer,
  }),
}
