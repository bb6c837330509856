import { z } from 'zod'
import { endpoint } from '#shared/lib/endpoint.ts'
import { id, instant } from '#shared/lib/fields.ts'
import { pesosAnswer } from '#shared/lib/money-fields.ts'
import { pageCounters, pageQuery } from '#shared/lib/paging.ts'
import { dates, withPeriod } from '#shared/lib/period-fields.ts'
import { APPROVAL_KINDS } from '#shared/approvals/contract.ts'
import { MOVEMENT_KINDS } from './drawer.ts'
import { TILL_ACTION_KINDS } from './till-actions.ts'

/** Filters a list by days, person and kind; a missing filter matches all. */
const filterOf = <const Kinds extends readonly [string, ...string[]]>(kinds: Kinds) => ({
  ...dates,
  cashier_id: id.optional(),
  kind: z.enum(kinds).optional(),
})

const listOf = <const Kinds extends readonly [string, ...string[]]>(kinds: Kinds) => ({
  querystring: withPeriod(pageQuery(12, filterOf(kinds))),
})

/** A CSV of the whole filtered list. Each export is logged. */
const exportOf = <const Kinds extends readonly [string, ...string[]]>(kinds: Kinds) =>
  ({
    method: 'GET',
    access: 'cash.manage',
    answers: 'file',
    database: 'none',
    writesOnRead: true,
    querystring: withPeriod(z.strictObject(filterOf(kinds))),
    response: z.string().describe('text/csv'),
  }) as const

/** The cashiers of the whole list, not only of the requested page, so that the screen can offer them as a filter. */
const cashiers = z.array(z.object({ id, name: z.string() }))

const movement = z.object({
  id,
  terminal_name: z.string(),
  cashier_name: z.string(),
  kind: z.enum(MOVEMENT_KINDS),
  amount: pesosAnswer,
  /** The reason of a movement; null for a bank drop, which has the number of its deposit slip instead. */
  reason: z.string().nullable(),
  slip_number: z.string().nullable(),
  moved_at: instant,
  moved_by: z.string(),
  approved_by: z.string().nullable(),
})

const unusedApproval = z.object({
  id,
  kind: z.enum(APPROVAL_KINDS),
  amount: pesosAnswer,
  requested_by: z.string(),
  approved_by: z.string(),
  approved_at: instant,
})

const tillAction = z.object({
  id,
  /** The terminal's name; null without cash control. */
  terminal_name: z.string().nullable(),
  kind: z.enum(TILL_ACTION_KINDS),
  /** What was deleted or abandoned, or why the drawer was opened. */
  description: z.string(),
  amount: pesosAnswer,
  acted_at: instant,
  acted_by: z.string(),
  received_at: instant,
  received_from: z.string(),
})

/** Calls that list cash movements and till actions of cashiers for the owner. */
export const movementContract = {
  movements: endpoint({
    method: 'GET',
    url: '/api/cash/movements',
    access: 'cash.manage',
    summary: 'Pay-ins, pay-outs and bank drops, newest first, with the sums of the filter; `to` is inclusive',
    ...listOf(MOVEMENT_KINDS),
    response: z.object({
      data: z.array(movement),
      ...pageCounters,
      summary: z.object({
        cashiers,
        sums: z.object({ in: pesosAnswer, out: pesosAnswer, drop: pesosAnswer }),
      }),
    }),
  }),
  exportMovements: endpoint({
    ...exportOf(MOVEMENT_KINDS),
    url: '/api/cash/movements/export.csv',
    summary: 'The filtered pay-ins, pay-outs and bank drops as CSV, with a total row',
  }),
  unusedApprovals: endpoint({
    method: 'GET',
    url: '/api/cash/unused-approvals',
    access: 'cash.manage',
    summary: 'Approvals that were given and not used, newest first; `to` is inclusive',
    ...listOf(APPROVAL_KINDS),
    response: z.object({ data: z.array(unusedApproval), ...pageCounters, summary: z.object({ cashiers }) }),
  }),
  exportUnusedApprovals: endpoint({
    ...exportOf(APPROVAL_KINDS),
    url: '/api/cash/unused-approvals/export.csv',
    summary: 'The filtered approvals that were not used as CSV, with a total row',
  }),
  tillActions: endpoint({
    method: 'GET',
    url: '/api/cash/till-actions',
    access: 'cash.manage',
    summary:
      'Deleted lines, abandoned orders and openings of the drawer, newest first, with count and sum of each kind; `to` is inclusive',
    ...listOf(TILL_ACTION_KINDS),
    response: z.object({
      data: z.array(tillAction),
      ...pageCounters,
      summary: z.object({
        cashiers,
        kinds: z.array(z.object({ kind: z.enum(TILL_ACTION_KINDS), count: z.number().int(), amount: pesosAnswer })),
      }),
    }),
  }),
  exportTillActions: endpoint({
    ...exportOf(TILL_ACTION_KINDS),
    url: '/api/cash/till-actions/export.csv',
    summary: 'The filtered deleted lines, abandoned orders and openings of the drawer as CSV, with a total row',
  }),
}

/** The file names of the exported lists. */
const filesOf = (name: string) => ({ csv: `${name}.csv`, xlsx: `${name}.xlsx`, pdf: `${name}.pdf` })
export const MOVEMENT_FILES = {
  movements: filesOf('cash-movements'),
  approvals: filesOf('unused-approvals'),
  actions: filesOf('till-actions'),
}
