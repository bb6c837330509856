import { z } from 'zod'
import { endpoint } from '#shared/lib/endpoint.ts'
import { id, optionalName, optionalText, strictBody, version } from '#shared/lib/fields.ts'
import { fieldMessages } from '#shared/lib/messages.ts'
import { pesosAnswer } from '#shared/lib/money-fields.ts'
import { isPesoAmount } from '#shared/lib/money.ts'
import { DEPOSIT_KINDS } from './deposit-rule.ts'
import { depositSettingsMessages as s } from './messages.ts'

/** The largest amount, in pesos, that a deposit rule can ask for. */
const MOST_PESOS = 100_000
const LONGEST_HOLD = 168
const LONGEST_NOTICE = 168
const MOST_NO_SHOWS = 10
const MOST_RULES = 500

/** The size of the deposit: pesos for the kind `amount`, and percent of the price for the kind `percent`. */
const ruleFields = {
  kind: z.enum(DEPOSIT_KINDS),
  value: z
    .number(s.valueRequired)
    .positive(s.valueRequired)
    .max(MOST_PESOS, s.valueTooHigh)
    .refine(isPesoAmount, fieldMessages.pesos),
}

const isPossible = ({ kind, value }: { kind: (typeof DEPOSIT_KINDS)[number]; value: number }) =>
  kind === 'amount' || (Number.isInteger(value) && value <= 100)
const percentRefusal = { path: ['value'], message: s.percentRange }

const rule = strictBody(ruleFields).refine(isPossible, percentRefusal)
const ruleOfService = strictBody({ service_id: id, ...ruleFields }).refine(isPossible, percentRefusal)

const hours = (min: number, max: number, sentence: string) =>
  z.number(sentence).int(sentence).min(min, sentence).max(max, sentence)

const settingsFields = {
  /** Whether clients who book online are asked for deposits. */
  is_on: z.boolean(),
  /**
   * The deposit rule of each service that needs a deposit. Clients pay no deposit for a service that is not in the
   * list.
   */
  services: z
    .array(ruleOfService)
    .max(MOST_RULES, s.tooManyRules)
    .refine((rules) => new Set(rules.map(({ service_id }) => service_id)).size === rules.length, s.serviceTwice),
  /** The number of no-shows from which a client is asked for a deposit for every visit; null for never. */
  no_shows: hours(1, MOST_NO_SHOWS, s.noShowsRange).nullable(),
  /** The deposit rule for clients with at least `no_shows` no-shows; null if `no_shows` is null. */
  no_show_rule: rule.nullable(),
  /** For how many hours a booked time is kept for a client who has not paid the deposit. */
  hold_hours: hours(1, LONGEST_HOLD, s.holdRange),
  /** A client who cancels at least this many hours before the visit gets the deposit back; null if no client does. */
  return_notice_hours: hours(0, LONGEST_NOTICE, s.noticeRange).nullable(),
  /** The clinic's own words about deposits, shown below the policy. */
  note: optionalText(300),
  gcash: optionalName(120),
  maya: optionalName(120),
  bank_transfer: optionalName(120),
}

const depositSettings = z.object({
  is_on: z.boolean(),
  services: z.array(z.object({ service_id: id, kind: z.enum(DEPOSIT_KINDS), value: z.number() })),
  no_shows: z.number().int().nullable(),
  no_show_rule: z.object({ kind: z.enum(DEPOSIT_KINDS), value: z.number() }).nullable(),
  hold_hours: z.number().int(),
  return_notice_hours: z.number().int().nullable(),
  note: z.string().nullable(),
  /** The number and name of the clinic's GCash account, as clients read it; null if it takes no deposits by GCash. */
  gcash: z.string().nullable(),
  maya: z.string().nullable(),
  bank_transfer: z.string().nullable(),
  version,
})
export type DepositSettings = z.output<typeof depositSettings>

export const depositSettingsContract = {
  read: endpoint({
    method: 'GET',
    url: '/api/deposit-settings',
    access: 'clinic.manage',
    summary: 'The rules for deposits, how clients pay them, and the services with their prices',
    database: 'snapshot',
    response: z.object({
      data: depositSettings,
      /** All services that can have a rule. */
      services: z.array(z.object({ id, name: z.string(), price: pesosAnswer })),
      /** True if the clinic has a QR Ph code, which shows the exact amount of each deposit. */
      has_qr_ph: z.boolean(),
    }),
  }),
  save: endpoint({
    method: 'PUT',
    url: '/api/deposit-settings',
    access: 'clinic.manage',
    summary: 'Change the rules for deposits; deposits that were asked for keep their amount and policy',
    body: strictBody(settingsFields).refine(
      ({ no_shows, no_show_rule }) => (no_shows === null) === (no_show_rule === null),
      {
        path: ['no_show_rule'],
        message: s.valueRequired,
      },
    ),
    response: z.object({ data: depositSettings }),
    errorData: { stale: depositSettings },
    ifMatch: true,
  }),
}
