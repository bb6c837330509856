import { listApprovers } from '#server/approvals/approve.ts'
import { lockPaymentRules, paymentRules, savePaymentRules } from '#server/clinic/clinic-profile.ts'
import type { PaymentSettingsRow } from '#server/clinic/issuer.ts'
import { findDepositSettings } from '#server/deposits/rules/public.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { Context, Principal, ReadContext } from '#server/lib/context.ts'
import { requireVersion } from '#server/lib/http/request-context.ts'
import type { Parsed } from '#shared/lib/endpoint.ts'
import { changesBetween } from '#shared/lib/event-type.ts'
import { salesEvents } from '#shared/sales/events.ts'
import { paymentSettingsMessages as s } from '#shared/sales/messages.ts'
import { PAYMENT_METHODS } from '#shared/sales/payment.ts'
import type { paymentSettingsContract, PaymentSettings } from '#shared/sales/till-contract.ts'

const presentSettings = (rules: PaymentSettingsRow & { version: number }): Omit<PaymentSettings, 'approvers'> => ({
  methods: PAYMENT_METHODS.filter((method) => rules.payment_methods.includes(method)),
  discount_limit: rules.cashier_discount_limit === null ? null : rules.cashier_discount_limit / 100,
  qr_ph: rules.qr_ph,
  packages_pro_rata: rules.refunds_packages_pro_rata,
  version: rules.version,
})

export const readPaymentSettings = async ({ tx, branchId }: ReadContext): Promise<PaymentSettings> => ({
  ...presentSettings(await paymentRules(tx, branchId)),
  approvers: await listApprovers(tx),
})

const logged = ({ methods, ...settings }: Omit<PaymentSettings, 'approvers' | 'version'>) => ({
  methods: methods.join(', '),
  ...settings,
})

/** Throws a 409 if money paid ahead is not accepted while clients are asked for deposits. */
async function requireDepositsOff({ tx, branchId }: Context, methods: readonly string[]): Promise<void> {
  if (methods.includes('prepaid')) return
  const deposits = await findDepositSettings(tx, branchId)
  if (deposits?.is_on) throw new AppError('conflict', s.depositsOn)
}

/**
 * Saves the payment settings; unchanged ones are returned as they are. Throws a 409 for a stale form, or when money paid
 * ahead is switched off while deposits are on.
 */
export async function savePaymentSettings(
  context: Context<Principal>,
  {
    methods: chosen,
    discount_limit,
    qr_ph: code,
    packages_pro_rata: rule,
  }: Parsed<typeof paymentSettingsContract.save>['body'],
): Promise<PaymentSettings> {
  const { tx, branchId } = context
  const before = { ...presentSettings(await lockPaymentRules(tx, branchId)), approvers: await listApprovers(tx) }
  const methods = PAYMENT_METHODS.filter((method) => chosen.includes(method))
  const qr_ph = code === undefined ? before.qr_ph : code
  const packages_pro_rata = rule ?? before.packages_pro_rata
  const changed = salesEvents['sales.payments.changed']
  const changes = changesBetween(changed, logged(before), logged({ methods, discount_limit, qr_ph, packages_pro_rata }))
  if (changes.length === 0) return before
  requireVersion(context, before)
  await requireDepositsOff(context, methods)
  const limit = discount_limit === null ? null : Math.round(discount_limit * 100)
  await savePaymentRules(context, {
    payment_methods: methods,
    cashier_discount_limit: limit,
    qr_ph,
    refunds_packages_pro_rata: packages_pro_rata,
  })
  await writeAuditLog(context, { type: 'sales.payments.changed', subjectId: null, parameters: {}, changes })
  return readPaymentSettings(context)
}
