import { z } from 'zod'
import { cashManagementContract } from '#shared/cash/management-contract.ts'
import { endpoint } from '#shared/lib/endpoint.ts'
import { civilDate, instant, strictBody, version } from '#shared/lib/fields.ts'
import { pesos, pesosAnswer } from '#shared/lib/money-fields.ts'
import { overviewMessages as s } from './messages.ts'

/** What happened in a period, such as this week until now: sales, completed visits, no-shows and new clients. */
const figures = z.object({
  /** The net sales of the period, defined as in the report "Sales by day". */
  sales: pesosAnswer,
  /** The number of completed visits. */
  kept: z.number().int(),
  no_shows: z.number().int(),
  /** The number of clients whose first completed visit ever is in the period. */
  new_clients: z.number().int(),
})
export type WeekFigures = z.output<typeof figures>

const goal = z.object({
  /** The net sales that the owner wants to reach in each month; null without a goal. */
  monthly_goal: pesosAnswer.nullable(),
  version,
})
export type Goal = z.output<typeof goal>

const needs = z.object({
  /** The number of requests for visits that nobody has answered yet. */
  requests: z.number().int(),
  /** The number of open requests to close an account. */
  closures: z.number().int(),
  /** Visits of the day that have begun or are completed and are not paid. */
  unpaid_visits: z.number().int(),
  /** Products at or below their own low-stock level. */
  low_stock: z.number().int(),
  /** Products with pieces that have expired. */
  expired: z.number().int(),
  /** Products with pieces that expire within 7 days or have expired. */
  expiring_in_7_days: z.number().int(),
  /** Products with pieces that expire within 30 days or have expired. */
  expiring_in_30_days: z.number().int(),
  /** Messages of the last seven days that could not be sent. */
  failed_messages: z.number().int(),
  /** Differences that the last check of the books found. */
  book_differences: z.number().int(),
  /**
   * When the last backup was made, if that is too long ago; null if there never was one. Left out while backups are
   * recent.
   */
  backup: z.object({ made_at: instant.nullable() }).optional(),
  /** When a backup was last restored as a test, and why the test failed. Left out while the tests succeed. */
  backup_trial: z.object({ tried_at: instant, problem: z.string() }).optional(),
})
export type Needs = z.output<typeof needs>

const overview = z.object({
  date: civilDate,
  today: z.object({
    /** Visits of the day that are not cancelled. */
    booked: z.number().int(),
    /** Visits of the day whose client has come. */
    arrived: z.number().int(),
    /** Visits of the day that are completed. */
    done: z.number().int(),
    sales: pesosAnswer,
    /** The number of sales that were not voided. */
    transactions: z.number().int(),
  }),
  open_shifts: cashManagementContract.openShifts.response.shape.data,
  week: z.object({
    /**
     * The figures of this week from Monday until now; `before` has the figures of last week from Monday until the same
     * weekday and time.
     */
    present: figures,
    before: figures,
    /**
     * The net sales of each day of this week, null for days that have not begun, and those of the whole same weekday of
     * last week.
     */
    days: z.array(z.object({ date: civilDate, sales: pesosAnswer.nullable(), sales_before: pesosAnswer })).length(7),
  }),
  month: z.object({
    sales: pesosAnswer,
    ...goal.shape,
    /** Days from today to the end of the month on which the clinic is open. */
    open_days_left: z.number().int(),
  }),
  needs,
})
export type Overview = z.output<typeof overview>

const summary = z.object({
  is_on: z.boolean(),
  /** False without a mail server, so that no summary can be sent. */
  sends_email: z.boolean(),
})

/**
 * The calls of the owner's page: its figures, the goal for a month's net sales, and the switch of the daily summary.
 */
export const overviewContract = {
  read: endpoint({
    method: 'GET',
    url: '/api/overview',
    access: 'dashboard.read',
    summary:
      "Today's visits, sales and open shifts, this week against last week, this month's sales with their goal, and what waits for an admin",
    database: 'snapshot',
    response: z.object({ data: overview }),
  }),
  saveGoal: endpoint({
    method: 'PUT',
    url: '/api/overview/goal',
    access: 'clinic.manage',
    summary: 'Set the goal for the net sales of a month; null for none',
    body: strictBody({
      monthly_goal: pesos.refine((amount) => amount > 0, s.goalAboveZero).nullable(),
    }),
    response: z.object({ data: goal }),
    errorData: { stale: goal },
    ifMatch: true,
  }),
  ownSummary: endpoint({
    method: 'GET',
    url: '/api/my/daily-summary',
    access: 'dashboard.read',
    summary: 'Whether the caller gets the figures of each day by e-mail',
    response: z.object({ data: summary }),
  }),
  chooseSummary: endpoint({
    method: 'PUT',
    url: '/api/my/daily-summary',
    access: 'dashboard.read',
    summary: 'Switch the e-mail with the figures of each day on or off for the caller',
    body: strictBody({ is_on: z.boolean() }),
    response: z.object({ data: summary }),
  }),
}
