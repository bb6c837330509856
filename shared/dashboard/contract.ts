import { z } from 'zod'
import { endpoint } from '#shared/lib/endpoint.ts'
import { pesosAnswer } from '#shared/lib/fields.ts'

export const dashboardContract = {
  monthlySales: endpoint({
    method: 'GET',
    url: '/api/dashboard/monthly-sales',
    access: 'dashboard.read',
    summary: 'Sales month by month (the last twelve), all-time revenue, today',
    database: 'snapshot',
    response: z.object({
      data: z.object({
        'Monthly-sales': z.array(
          z.object({
            /** `November 2026` */
            month: z.string(),
            total_sales: pesosAnswer,
          }),
        ),
        total_sales: pesosAnswer,
        /** Percent of the latest month over the one before, 2 decimals; 0 when that had none. */
        monthly_growth_rate: z.number(),
        Today_sales: pesosAnswer,
        daily_growth_rate: z.number(),
      }),
      /** What the operator should set right. */
      notices: z.array(z.enum(['proxy_not_trusted'])).default([]),
    }),
  }),
  clients: endpoint({
    method: 'GET',
    url: '/api/dashboard/clients',
    access: 'dashboard.read',
    summary: 'Clients on file, and clients catered to this month and last',
    database: 'snapshot',
    response: z.object({
      data: z.object({
        total_clients: z.number().int(),
        catered_clients_this_month: z.number().int(),
        catered_clients_last_month: z.number().int(),
      }),
    }),
  }),
}
