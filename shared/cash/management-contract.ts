import { z } from 'zod'
import { endpoint } from '#shared/lib/endpoint.ts'
import { exportOf } from '#shared/lib/lists/list-export.ts'
import { civilDate, id, instant, optionalName, requiredName, strictBody, version } from '#shared/lib/fields.ts'
import { pesos, pesosAnswer } from '#shared/lib/money-fields.ts'
import { pageCounters, pageQuery, searchQuery } from '#shared/lib/paging.ts'
import { dates, withPeriod } from '#shared/lib/period-fields.ts'
import { cashMessages as s } from './messages.ts'

const settings = z.object({
  is_on: z.boolean(),
  allowed_difference: pesosAnswer,
  /** The amount above which pay-outs and bank drops need the approval of an admin. */
  approval_limit: pesosAnswer,
  version,
})
export type CashSettings = z.output<typeof settings>

const terminal = z.object({
  id,
  name: z.string(),
  is_active: z.boolean(),
  has_open_shift: z.boolean(),
  /** The machine identification number (MIN) and serial number that invoices print. */
  machine_number: z.string().default(''),
  serial_number: z.string().default(''),
  version,
})
export type Terminal = z.output<typeof terminal>

const blankName = optionalName(60).transform((text) => text ?? '')

/**
 * The body for saving a terminal. Without the field of a machine or serial number, the stored number stays; a blank one
 * is deleted.
 */
const terminalBody = strictBody({
  name: requiredName(60, s.terminalNameRequired),
  is_active: z.boolean(),
  machine_number: blankName.optional(),
  serial_number: blankName.optional(),
})

const shift = z.object({
  id,
  terminal_name: z.string(),
  business_date: civilDate,
  cashier_name: z.string(),
  opened_at: instant,
  closed_at: instant.nullable(),
  closed_by: z.string().nullable(),
  float: pesosAnswer,
  expected: pesosAnswer,
  /** The first count, made before the expected amount was shown; null while the shift is open. */
  first_counted: pesosAnswer.nullable(),
  counted: pesosAnswer.nullable(),
  difference: pesosAnswer.nullable(),
  difference_reason: z.string().nullable(),
})
export type Shift = z.output<typeof shift>

const byId = z.object({ id })

/**
 * All Z-readings by terminal and number. The hash of a reading is the SHA-256, in hexadecimal, of the previous hash
 * followed by the content, as UTF-8; the previous hash of a terminal's first reading is empty. `content` is the stored
 * text, so that its bytes stay the same.
 */
const readingExport = z.object({
  exported_at: instant,
  readings: z.array(
    z.object({
      terminal_id: id,
      terminal_name: z.string(),
      number: z.number().int(),
      business_date: civilDate,
      content: z.string(),
      previous_hash: z.string(),
      hash: z.string(),
    }),
  ),
})

/** Cash settings and lists for the owner. */
export const cashManagementContract = {
  settings: endpoint({
    method: 'GET',
    url: '/api/cash/settings',
    access: 'cash.manage',
    summary:
      'Whether cash control is on, up to which difference no reason is needed, and up to which pay-out no approval',
    response: z.object({ data: settings }),
  }),
  saveSettings: endpoint({
    method: 'PUT',
    url: '/api/cash/settings',
    access: 'cash.manage',
    summary: 'Switch cash control on or off, or change its limits; a limit of pay-outs that is left out stays as it is',
    body: strictBody({ is_on: z.boolean(), allowed_difference: pesos, approval_limit: pesos.optional() }),
    response: z.object({ data: settings }),
    errorData: { stale: settings },
    ifMatch: true,
  }),
  terminals: endpoint({
    method: 'GET',
    url: '/api/cash/terminals',
    access: 'cash.manage',
    summary: 'The terminals by name',
    querystring: pageQuery(20, {}),
    response: z.object({ data: z.array(terminal), ...pageCounters }),
  }),
  createTerminal: endpoint({
    method: 'POST',
    url: '/api/cash/terminals',
    access: 'cash.manage',
    summary: 'Add a terminal',
    status: 201,
    body: terminalBody,
    response: z.object({ data: terminal }),
  }),
  updateTerminal: endpoint({
    method: 'PUT',
    url: '/api/cash/terminals/:id',
    access: 'cash.manage',
    summary: 'Rename a terminal, or switch it on or off',
    params: byId,
    body: terminalBody,
    response: z.object({ data: terminal }),
    errorData: { stale: terminal },
    ifMatch: true,
  }),
  openShifts: endpoint({
    method: 'GET',
    url: '/api/cash/open-shifts',
    access: 'cash.manage',
    summary: 'The open shifts with the cash that should be in their drawers now',
    response: z.object({ data: z.object({ is_on: z.boolean(), shifts: z.array(shift) }) }),
  }),
  shifts: endpoint({
    method: 'GET',
    url: '/api/cash/shifts',
    access: 'cash.manage',
    summary: 'Shifts, newest first, with the differences of each cashier over the whole filter; `to` is inclusive',
    querystring: withPeriod(pageQuery(12, dates)),
    response: z.object({
      data: z.array(shift),
      ...pageCounters,
      summary: z.object({
        cashiers: z.array(
          z.object({
            cashier_name: z.string(),
            shifts: z.number().int(),
            short: pesosAnswer,
            over: pesosAnswer,
            difference: pesosAnswer,
          }),
        ),
      }),
    }),
  }),
  exportShifts: exportOf('/api/cash/shifts', 'cash.manage', 'The filtered shifts', withPeriod(searchQuery(dates))),
  readings: endpoint({
    method: 'GET',
    url: '/api/cash/readings',
    access: 'cash.manage',
    summary: 'Z-readings, newest first; `to` is inclusive',
    querystring: withPeriod(pageQuery(12, dates)),
    response: z.object({
      data: z.array(
        z.object({
          id,
          number: z.number().int(),
          terminal_name: z.string(),
          business_date: civilDate,
          made_at: instant,
          /** The net sales. They and the difference are null if the stored content of the reading is damaged. */
          net: pesosAnswer.nullable(),
          difference: pesosAnswer.nullable(),
          grand_total: pesosAnswer,
          print_count: z.number().int(),
        }),
      ),
      ...pageCounters,
    }),
  }),
  exportReadingList: exportOf(
    '/api/cash/readings',
    'cash.manage',
    'The filtered Z-readings',
    withPeriod(searchQuery(dates)),
  ),
  exportReadings: endpoint({
    method: 'GET',
    url: '/api/cash/readings-export',
    access: 'cash.manage',
    summary: 'All Z-readings with their hashes, for a check of the chain without Mutya',
    database: 'none',
    writesOnRead: true,
    response: readingExport,
  }),
}
