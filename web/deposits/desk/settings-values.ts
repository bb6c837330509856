import type { DepositSettings } from '#shared/deposits/settings-contract.ts'
import { formatPeso, parsePesos, toCentavos, toPesos } from '#shared/lib/money.ts'

/** A rule as the form has it; `value` is the typed amount or percentage. */
type TypedRule = { kind: 'amount' | 'percent'; value: string }

/** The value of the field for the return of deposits when the clinic always keeps them. */
export const NEVER = -1

export type SettingsValues = {
  is_on: boolean
  services: (TypedRule & { service_id: string })[]
  /** True if clients with several no-shows are asked for a deposit; the two fields below apply only then. */
  has_no_show_rule: boolean
  no_shows: number | null
  no_show_rule: TypedRule
  hold_hours: number
  /**
   * How many hours before its start a visit must be cancelled for the deposit to be given back; `NEVER` if it never is.
   */
  return_notice_hours: number
  note: string
  gcash: string
  maya: string
  bank_transfer: string
}

/** The rule for clients with no-shows that is preset when it is switched on. */
const usualNoShowRule = { no_shows: 2, rule: { kind: 'percent', value: 50 } } as const

type SavedRule = { kind: TypedRule['kind']; value: number }

const typedRule = ({ kind, value }: SavedRule): TypedRule => ({
  kind,
  value: kind === 'amount' ? formatPeso(toCentavos(value)).replace('₱', '') : String(value),
})

/**
 * The rule as the request sends it. An invalid value becomes NaN, so that the validation of the form reports an error.
 */
const savedRule = ({ kind, value }: TypedRule): SavedRule => {
  const pesos = parsePesos(value)
  const amount = pesos === null ? Number.NaN : toPesos(pesos)
  return { kind, value: kind === 'amount' ? amount : Number(value.replace('%', '').trim() || Number.NaN) }
}

export const settingsValues = (row: DepositSettings): SettingsValues => ({
  is_on: row.is_on,
  services: row.services.map(({ service_id, ...rule }) => ({ service_id, ...typedRule(rule) })),
  has_no_show_rule: row.no_shows !== null,
  no_shows: row.no_shows ?? usualNoShowRule.no_shows,
  no_show_rule: typedRule(row.no_show_rule ?? usualNoShowRule.rule),
  hold_hours: row.hold_hours,
  return_notice_hours: row.return_notice_hours ?? NEVER,
  note: row.note ?? '',
  gcash: row.gcash ?? '',
  maya: row.maya ?? '',
  bank_transfer: row.bank_transfer ?? '',
})

export const settingsBody = (values: SettingsValues) => {
  const { has_no_show_rule, services, no_shows, no_show_rule, return_notice_hours, ...rest } = values
  return {
    ...rest,
    services: services.map(({ service_id, ...rule }) => ({ service_id, ...savedRule(rule) })),
    no_shows: has_no_show_rule ? (no_shows ?? Number.NaN) : null,
    no_show_rule: has_no_show_rule ? savedRule(no_show_rule) : null,
    return_notice_hours: return_notice_hours === NEVER ? null : return_notice_hours,
  }
}

/** The amount that the preview shows: the deposit of the first service, or else a usual one. */
export function previewAmount(
  { services }: Pick<SettingsValues, 'services'>,
  offered: readonly { id: string; price: number }[],
): string {
  const [first] = services
  const rule = first && savedRule(first)
  const price = offered.find(({ id }) => id === first?.service_id)?.price ?? 0
  const pesos = rule && (rule.kind === 'amount' ? rule.value : Math.round((price * rule.value) / 100))
  return formatPeso(toCentavos(pesos !== undefined && pesos > 0 ? pesos : 500))
}
