import { z } from 'zod'
import { endpoint } from '#shared/lib/endpoint.ts'
import { civilDate, civilTime, id, instant, optionalText, requiredText, strictBody } from '#shared/lib/fields.ts'
import { exportOf } from '#shared/lib/lists/list-export.ts'
import { pageCounters, pageQuery, searchQuery } from '#shared/lib/paging.ts'
import { pesos, pesosAnswer } from '#shared/lib/money-fields.ts'
import { CARD_SALE_METHODS } from '#shared/prepaid/contract.ts'
import { APPOINTMENT_STATUSES } from '#shared/appointments/status.ts'
import { depositMessages as s } from './messages.ts'
import { DEPOSIT_STATUSES, depositPolicy, report } from './records.ts'

/** What the clinic does with a verified deposit that no sale uses. */
export const DEPOSIT_OUTCOMES = ['returned', 'kept'] as const

const deposit = z.object({
  id,
  status: z.enum(DEPOSIT_STATUSES),
  amount: pesosAnswer,
  /** The unused amount of a verified deposit; 0 until staff have verified the payment. */
  balance: pesosAnswer,
  client: z.object({ client_id: id, user_id: id, name: z.string() }),
  visit: z.object({
    appointment_id: id,
    appointment_date: civilDate,
    /** The start of the visit, as `HH:mm:ss`. */
    appointment_time: civilTime,
    services: z.array(z.string()),
    status: z.enum(APPOINTMENT_STATUSES),
  }),
  requested_at: instant,
  /** Until when the time is held for the client; null once the clinic has answered the booking. */
  held_until: instant.nullable(),
  report: report.nullable(),
  /** The payment that staff verified, with the number of its receipt. */
  payment: z
    .object({
      /** The id of the prepaid account with the money; the call that records a printed receipt needs this id. */
      account_id: id,
      number: z.number().int(),
      method: z.enum(CARD_SALE_METHODS),
      reference_number: z.string().nullable(),
      paid_at: instant,
      verified_by: z.string(),
      /** How often the receipt was printed or saved before. If it was, the next copy says REPRINT. */
      print_count: z.number().int(),
    })
    .nullable(),
  /** Why staff did not accept the client's last report of a payment; null once the client has reported again. */
  refused_reason: z.string().nullable(),
  policy: depositPolicy,
  /**
   * Whether the policy says that the verified deposit of a cancelled visit is returned or kept; null for other
   * deposits.
   */
  by_policy: z.enum(DEPOSIT_OUTCOMES).nullable(),
  settled: z.object({ reason: z.string(), settled_at: instant, settled_by: z.string() }).nullable(),
})
export type Deposit = z.output<typeof deposit>

const byId = z.object({ id })
const answer = z.object({ data: deposit })

/**
 * The groups of the list of deposits: reported payments that staff must verify, deposits that wait for the client's
 * payment, paid deposits that were not used, and all others.
 */
export const DEPOSIT_GROUPS = ['reported', 'requested', 'paid', 'closed'] as const
export type DepositGroup = (typeof DEPOSIT_GROUPS)[number]

const listFilter = { group: z.enum(DEPOSIT_GROUPS).default('reported') }

export const depositsContract = {
  list: endpoint({
    method: 'GET',
    url: '/api/deposits',
    access: 'sales.create',
    summary: 'The deposits of a group with the number of deposits in each group; searches names and reference numbers',
    database: 'snapshot',
    querystring: pageQuery(20, listFilter),
    response: z.object({
      data: z.array(deposit),
      ...pageCounters,
      counts: z.record(z.enum(DEPOSIT_GROUPS), z.number().int()),
    }),
  }),
  exportList: exportOf('/api/deposits', 'sales.create', 'The filtered deposits', searchQuery(listFilter)),
  ofClient: endpoint({
    method: 'GET',
    url: '/api/clients/:id/deposits',
    access: 'sales.create',
    summary:
      'The verified deposits of a client with money left, which the till deducts; `id` is the user of the client',
    database: 'snapshot',
    params: byId,
    response: z.object({ data: z.array(deposit) }),
  }),
  ofVisit: endpoint({
    method: 'GET',
    url: '/api/appointments/:id/deposit',
    access: 'sales.create',
    summary: 'The deposit that a client pays ahead for this visit; null if the visit has none',
    database: 'snapshot',
    params: byId,
    response: z.object({ data: deposit.nullable() }),
  }),
  request: endpoint({
    method: 'POST',
    url: '/api/deposits',
    access: 'sales.create',
    summary: 'Ask for a deposit for a booked visit, such as one that was booked by phone',
    status: 201,
    body: strictBody({ appointment_id: id, amount: pesos.refine((amount) => amount > 0, s.amountRequired) }),
    response: answer,
  }),
  verify: endpoint({
    method: 'POST',
    url: '/api/deposits/:id/verify',
    access: 'sales.create',
    summary:
      'Confirm that the money of a deposit has arrived, or take it at the desk: it gets a receipt, and a pending visit is confirmed',
    params: byId,
    idempotent: true,
    body: strictBody({
      method: z.enum(CARD_SALE_METHODS),
      received: pesos.nullish(),
      reference_number: optionalText(60),
      /**
       * In a clinic with cash control, the terminal in whose open shift the money is recorded, by any method; if left
       * out, the only active terminal.
       */
      terminal_id: id.nullish(),
    }),
    response: answer,
  }),
  refuse: endpoint({
    method: 'POST',
    url: '/api/deposits/:id/refuse',
    access: 'sales.create',
    summary: 'Answer a reported deposit whose money has not arrived; the client can report it again',
    params: byId,
    body: strictBody({ reason: requiredText(200, s.reasonRequired) }),
    response: answer,
  }),
  settle: endpoint({
    method: 'POST',
    url: '/api/deposits/:id/settle',
    access: 'sales.approve',
    summary:
      'Give back what is left of a verified deposit by the method by which it was paid, or keep it (header Idempotency-Key)',
    params: byId,
    idempotent: true,
    body: strictBody({
      outcome: z.enum(DEPOSIT_OUTCOMES),
      /** The balance of the deposit, as the screen has shown it. */
      amount: pesos,
      reason: requiredText(200, s.reasonRequired),
      terminal_id: id.nullish(),
    }),
    response: answer,
  }),
  picture: endpoint({
    method: 'GET',
    url: '/api/deposits/:id/picture',
    access: 'sales.create',
    summary: 'The screenshot with which a client reported a payment',
    answers: 'file',
    params: byId,
    response: z.string().describe('image/webp'),
  }),
}
