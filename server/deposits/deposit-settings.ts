import { findPricedServices } from '#server/catalogue/public.ts'
import { lockPaymentRules, paymentRules } from '#server/clinic/clinic-profile.ts'
import { findDepositSettings, type SettingsRow } from '#server/deposits/rules/public.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError, invalid } from '#server/lib/app-error.ts'
import type { Context, Principal, ReadContext } from '#server/lib/context.ts'
import { requireVersion } from '#server/lib/http/request-context.ts'
import type { DepositRule } from '#shared/deposits/deposit-rule.ts'
import { depositSettingsMessages as s } from '#shared/deposits/messages.ts'
import type { DepositSettings, depositSettingsContract } from '#shared/deposits/settings-contract.ts'
import type { Answer, Parsed } from '#shared/lib/endpoint.ts'
import { toCentavos, toPesos } from '#shared/lib/money.ts'
import * as queries from './queries.ts'
import * as views from './views.ts'

/** A deposit rule in the API's format, in pesos or percent. */
const presentRule = (kind: string, value: number): DepositRule => ({
  kind: kind as DepositRule['kind'],
  value: kind === 'amount' ? toPesos(value) : value,
})

/** The value of a deposit rule as the database stores it, in centavos or percent. */
const storedValue = ({ kind, value }: DepositRule): number => (kind === 'amount' ? toCentavos(value) : value)

const USUAL = {
  is_on: false,
  no_shows: null,
  hold_hours: 24,
  return_notice_hours: 24,
  note: null,
  gcash: null,
  maya: null,
  bank_transfer: null,
  version: 0,
}

function presentSettings(row: SettingsRow | undefined, rules: Awaited<ReturnType<typeof views.rulesOfServices>>) {
  const { is_on, no_shows, hold_hours, return_notice_hours, note, gcash, maya, bank_transfer, version } = row ?? USUAL
  return {
    is_on,
    services: rules.map(({ service_id, kind, value }) => ({ service_id, ...presentRule(kind, value) })),
    no_shows,
    no_show_rule: row?.no_show_kind == null ? null : presentRule(row.no_show_kind, row.no_show_value!),
    hold_hours,
    return_notice_hours,
    note,
    gcash,
    maya,
    bank_transfer,
    version,
  }
}

const currentSettings = async ({ tx, branchId }: ReadContext): Promise<DepositSettings> =>
  presentSettings(await findDepositSettings(tx, branchId), await views.rulesOfServices(tx))

/** The settings for deposits, with the services that can have a rule. */
export async function readDepositSettings(context: ReadContext): Promise<Answer<typeof depositSettingsContract.read>> {
  const { tx, branchId } = context
  const services = await findPricedServices(tx)
  const { qr_ph } = await paymentRules(tx, branchId)
  return {
    data: await currentSettings(context),
    services: services.map(({ id, name, price_centavos }) => ({ id, name, price: toPesos(price_centavos) })),
    has_qr_ph: qr_ph !== null,
  }
}

type SaveBody = Parsed<typeof depositSettingsContract.save>['body']

/** Throws a 422 for a rule of a service that is not offered. */
async function requireOffered({ tx }: Context, { services }: SaveBody): Promise<void> {
  const offered = new Set((await findPricedServices(tx)).map(({ id }) => id))
  const unknown = services.findIndex(({ service_id }) => !offered.has(service_id))
  if (unknown >= 0) throw invalid(`services.${unknown}.service_id`, s.serviceUnknown)
}

/**
 * Saves the settings for deposits; deposits that were asked for keep their amount and policy. Throws a 409 for a stale
 * form, or when deposits are switched on in a clinic that takes no money paid ahead.
 */
export async function saveDepositSettings(context: Context<Principal>, body: SaveBody): Promise<DepositSettings> {
  const { tx, branchId, now } = context
  const { payment_methods: accepted } = await lockPaymentRules(tx, branchId)
  const before = await currentSettings(context)
  requireVersion(context, before)
  if (body.is_on && !accepted.includes('prepaid')) throw new AppError('conflict', s.prepaidOff)
  await requireOffered(context, body)
  const { services, no_show_rule, ...settings } = body
  await queries.saveSettings(tx, {
    branch_id: branchId,
    ...settings,
    no_show_kind: no_show_rule?.kind ?? null,
    no_show_value: no_show_rule && storedValue(no_show_rule),
    version: before.version + 1,
    updated_at: now,
  })
  await queries.replaceRules(
    tx,
    services.map((rule) => ({ service_id: rule.service_id, kind: rule.kind, value: storedValue(rule) })),
  )
  await writeAuditLog(context, { type: 'deposits.settings.changed', subjectId: null, parameters: {} })
  return currentSettings(context)
}
