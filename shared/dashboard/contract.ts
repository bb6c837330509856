import { z } from 'zod'
import { endpoint } from '#shared/lib/endpoint.ts'
import { civilDate } from '#shared/lib/fields.ts'
import { pesosAnswer } from '#shared/lib/money-fields.ts'
import { JOB_NAMES } from '#shared/lib/job-names.ts'

export const dashboardContract = {
  monthlySales: endpoint({
    method: 'GET',
    url: '/api/dashboard/monthly-sales',
    access: 'dashboard.read',
    summary: "Sales of each of the last twelve months, all-time revenue, and today's sales",
    database: 'snapshot',
    response: z.object({
      data: z.object({
        'Monthly-sales': z.array(
          z.object({
            /** The month in words, such as `November 2026`. */
            month: z.string(),
            total_sales: pesosAnswer,
          }),
        ),
        total_sales: pesosAnswer,
        /**
         * Growth of the latest month's sales over those of the previous month in percent, 2 decimals; 0 when the
         * previous month had no sales.
         */
        monthly_growth_rate: z.number(),
        Today_sales: pesosAnswer,
        daily_growth_rate: z.number(),
        /**
         * The growth of the sales of this month and of today. Each is compared with the same part of the previous month
         * or of yesterday, and is null if that part had no sales.
         */
        so_far: z.object({
          /** Growth of this month's sales in percent, with 2 decimals. */
          month: z.number().nullable(),
          /** The days of the previous month with which this month's sales are compared. */
          month_compared: z.object({ from: civilDate, to: civilDate }),
          /** Growth of today's sales in percent, compared with yesterday until the same time of day. */
          day: z.number().nullable(),
        }),
      }),
      /** Problems that the operator or the owner should solve. */
      notices: z.array(z.enum(['proxy_not_trusted', 'books_differ', 'mails_stopped', 'webhook_stopped'])).default([]),
      /** Background jobs that have failed several times in a row. */
      failing_jobs: z.array(z.enum(JOB_NAMES)).default([]),
    }),
  }),
  today: endpoint({
    method: 'GET',
    url: '/api/dashboard/today',
    access: 'dashboard.read',
    shared: true,
    summary:
      "The numbers of today's visits, open booking requests, today's unpaid visits, and products with low stock or pieces that expire soon",
    database: 'snapshot',
    response: z.object({
      data: z.object({
        /** The number of today's visits, without cancelled ones. */
        visits: z.number().int(),
        /** The number of pending bookings on all dates. */
        requests: z.number().int(),
        /** Visits of today that have begun or are completed and are not paid. */
        unpaid_visits: z.number().int(),
        /** Products at or below their own low-stock level. */
        low_stock: z.number().int(),
        /** Products with pieces that have expired. */
        expired: z.number().int(),
        /** Products with pieces that expire within 7 days or have expired. */
        expiring_in_7_days: z.number().int(),
        /** Products with pieces that expire within 30 days or have expired. */
        expiring_in_30_days: z.number().int(),
      }),
    }),
  }),
  clients: endpoint({
    method: 'GET',
    url: '/api/dashboard/clients',
    access: 'dashboard.read',
    summary:
      'The numbers of all clients, of those active in the last twelve months, and of those served this month and last month',
    database: 'snapshot',
    response: z.object({
      data: z.object({
        total_clients: z.number().int(),
        /** Clients with a sale that was not voided or a completed visit in the last twelve months. */
        active_clients: z.number().int(),
        catered_clients_this_month: z.number().int(),
        catered_clients_last_month: z.number().int(),
      }),
    }),
  }),
}
