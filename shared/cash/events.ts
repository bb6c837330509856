import { z } from 'zod'
import { eventType, eventTypesOf } from '#shared/lib/event-type.ts'
import { formatPeso } from '#shared/lib/money.ts'
import { formatNumber, plural } from '#shared/lib/numbers.ts'
import { MOVEMENT_KINDS, type MovementKind } from './drawer.ts'

const ofTerminal = z.object({ terminal: z.string() })
const ofShift = ofTerminal.extend({ cashier: z.string() })

/** The difference between counted and expected cash as text, such as `, ₱20.00 short`; empty when there is none. */
const differenceText = (difference: number) =>
  difference === 0 ? '' : `, ${formatPeso(Math.abs(difference))} ${difference < 0 ? 'short' : 'over'}`

const movementText: Record<MovementKind, (amount: string, terminal: string) => string> = {
  in: (amount, terminal) => `Put ${amount} into the drawer of ${terminal}`,
  out: (amount, terminal) => `Took ${amount} out of the drawer of ${terminal}`,
  drop: (amount, terminal) => `Took ${amount} out of the drawer of ${terminal} to the bank`,
}

const deletedText = {
  line_deleted: (count: number, amount: string) =>
    plural(count, {
      one: `Deleted 1 line of ${amount} from an order`,
      other: `Deleted ${formatNumber(count)} lines from orders, ${amount} in total`,
    }),
  order_dropped: (count: number, amount: string) =>
    plural(count, {
      one: `Abandoned an order of ${amount}`,
      other: `Abandoned ${formatNumber(count)} orders, ${amount} in total`,
    }),
}

/** Till actions that a till reports; `cashier` is missing if the person named by the log entry did them. */
const tillReport = z.object({ terminal: z.string().nullable(), count: z.number(), cashier: z.string().optional() })

const whereAndWho = ({ terminal, cashier }: z.output<typeof tillReport>) =>
  `${terminal === null ? '' : ` on ${terminal}`}${cashier === undefined ? '' : `, done by ${cashier}`}`

const listNames = { movements: 'cash movements', approvals: 'unused approvals', actions: 'till actions' }

// The log contains no reasons for differences or cash movements, because a reason may name a person.
export const cashEvents = eventTypesOf('cash', {
  'cash.settings.changed': eventType({
    kind: 'update',
    subject: 'clinic',
    parameters: z.object({}),
    fields: {
      is_on: { label: 'on', value: 'text' },
      allowed_difference: { label: 'allowed difference', value: 'pesos' },
      approval_limit: { label: 'limit of pay-outs without approval', value: 'pesos' },
    },
    sentence: (_, changes) => `Changed the cash control${changes}`,
  }),
  'cash.terminal.created': eventType({
    kind: 'create',
    subject: 'terminal',
    parameters: ofTerminal,
    sentence: ({ terminal }) => `Added the terminal ${terminal}`,
  }),
  'cash.terminal.changed': eventType({
    kind: 'update',
    subject: 'terminal',
    parameters: ofTerminal,
    fields: {
      name: { label: 'name', value: 'text' },
      is_active: { label: 'active', value: 'text' },
      machine_number: { label: 'MIN', value: 'text' },
      serial_number: { label: 'serial number', value: 'text' },
    },
    sentence: ({ terminal }, changes) => `Changed the terminal ${terminal}${changes}`,
  }),
  'cash.shift.opened': eventType({
    kind: 'create',
    subject: 'shift',
    parameters: ofShift.extend({ float_centavos: z.number() }),
    sentence: ({ terminal, cashier, float_centavos }) =>
      `Opened a shift of ${cashier} on ${terminal} with ${formatPeso(float_centavos)}`,
  }),
  'cash.shift.joined': eventType({
    kind: 'update',
    subject: 'shift',
    parameters: ofShift,
    sentence: ({ terminal, cashier }) => `Started to work on the shift of ${cashier} on ${terminal}`,
  }),
  'cash.shift.counted': eventType({
    kind: 'update',
    subject: 'shift',
    parameters: ofShift.extend({ counted_centavos: z.number(), difference_centavos: z.number() }),
    sentence: ({ terminal, cashier, counted_centavos, difference_centavos }) =>
      `Counted the drawer of ${cashier} on ${terminal}: ${formatPeso(counted_centavos)}${differenceText(difference_centavos)}`,
  }),
  'cash.shift.closed': eventType({
    kind: 'update',
    subject: 'shift',
    parameters: ofShift.extend({ counted_centavos: z.number(), difference_centavos: z.number() }),
    sentence: ({ terminal, cashier, counted_centavos, difference_centavos }) =>
      `Closed the shift of ${cashier} on ${terminal} with ${formatPeso(counted_centavos)}${differenceText(difference_centavos)}`,
  }),
  'cash.money.moved': eventType({
    kind: 'create',
    subject: 'shift',
    parameters: ofShift.extend({
      kind: z.enum(MOVEMENT_KINDS),
      amount_centavos: z.number(),
      approved_by: z.string().optional(),
    }),
    sentence: ({ terminal, kind, amount_centavos, approved_by }) =>
      `${movementText[kind](formatPeso(amount_centavos), terminal)}${approved_by ? `, approved by ${approved_by}` : ''}`,
  }),
  'cash.drop.checked': eventType({
    kind: 'update',
    subject: 'shift',
    parameters: ofTerminal.extend({ slip: z.string(), amount_centavos: z.number(), is_seen: z.boolean() }),
    sentence: ({ terminal, slip, amount_centavos, is_seen }) =>
      `Marked the bank drop of ${formatPeso(amount_centavos)} from ${terminal} (slip ${slip}) as ${is_seen ? '' : 'not yet '}seen on the bank statement`,
  }),
  'cash.order.deleted': eventType({
    kind: 'delete',
    subject: 'shift',
    parameters: tillReport.extend({ kind: z.enum(['line_deleted', 'order_dropped']), amount_centavos: z.number() }),
    sentence: ({ kind, count, amount_centavos, ...report }) =>
      `${deletedText[kind](count, formatPeso(amount_centavos))}${whereAndWho({ ...report, count })}`,
  }),
  'cash.drawer.opened': eventType({
    kind: 'update',
    subject: 'shift',
    parameters: tillReport,
    sentence: (report) =>
      `${plural(report.count, {
        one: 'Opened the drawer without a sale',
        other: `Opened the drawer ${formatNumber(report.count)} times without a sale`,
      })}${whereAndWho(report)}`,
  }),
  'cash.list.exported': eventType({
    kind: 'system',
    subject: 'export',
    parameters: z.object({
      list: z.enum(['movements', 'approvals', 'actions']),
      rows: z.number(),
      from: z.string().optional(),
      to: z.string().optional(),
    }),
    sentence: ({ list, rows, from, to }) =>
      `Exported ${formatNumber(rows)} rows of ${listNames[list]}${from && to ? ` from ${from} to ${to}` : ''}`,
  }),
  'cash.day.closed': eventType({
    kind: 'create',
    subject: 'reading',
    parameters: ofTerminal.extend({ number: z.number(), date: z.string(), net_centavos: z.number() }),
    sentence: ({ terminal, number, date, net_centavos }) =>
      `Closed ${date} on ${terminal} with Z-reading ${number}: ${formatPeso(net_centavos)}`,
  }),
  'cash.reading.printed': eventType({
    kind: 'system',
    subject: 'reading',
    parameters: ofTerminal.extend({
      date: z.string(),
      number: z.number().nullable(),
      /** The number of the reprint; missing for the first print. */
      reprint: z.number().optional(),
    }),
    sentence: ({ terminal, number, date, reprint }) => {
      const copy = reprint === undefined ? '' : `reprint ${reprint} of `
      const reading = number === null ? 'an X-reading' : `Z-reading ${number}`
      return `Printed ${copy}${reading} of ${terminal} of ${date}`
    },
  }),
  'cash.readings.exported': eventType({
    kind: 'system',
    subject: 'export',
    parameters: z.object({ readings: z.number() }),
    sentence: ({ readings }) =>
      plural(readings, { one: 'Exported 1 Z-reading', other: `Exported ${formatNumber(readings)} Z-readings` }),
  }),
})
