import { z } from 'zod'
import { endpoint } from '#shared/lib/endpoint.ts'
import { civilDate, id, instant, messageAnswer, optionalName, optionalText, strictBody } from '#shared/lib/fields.ts'
import { pesos, pesosAnswer } from '#shared/lib/money-fields.ts'
import { DOCUMENT_KINDS, DOCUMENT_MODES } from '#shared/clinic/documents.ts'
import { CARD_SALE_KINDS } from '#shared/prepaid/card-sales.ts'
import { paperCopy, percentageTaxFields, taxFields } from '#shared/sales/paper/paper-fields.ts'
import { cashMessages as s } from './messages.ts'
import { MOVEMENT_KINDS } from './drawer.ts'
import { DISCOUNT_KINDS } from './reading.ts'
import { readingHead, sellers } from './reading-fields.ts'
import { TILL_ACTION_KINDS } from './till-actions.ts'

const pieces = z.number(s.pieces).int(s.pieces).min(0, s.pieces).max(9_999, s.pieces).default(0)

/** A cash count: the number of each note, and the coins as an amount in pesos. */
const count = strictBody({
  notes: strictBody({ '1000': pieces, '500': pieces, '200': pieces, '100': pieces, '50': pieces, '20': pieces }),
  coins: pesos.default(0),
})

/** The open shift of a terminal. It contains no amount of cash, because nobody may see one before the count. */
const openShift = z.object({ id, cashier_name: z.string(), opened_at: instant, business_date: civilDate })
export type OpenShift = z.output<typeof openShift>

const named = z.object({ id, name: z.string() })

/** The next step before a terminal can sell; `ready` means none. */
const TILL_STEPS = ['ready', 'choose-terminal', 'close-shift', 'close-day', 'open-shift', 'day-closed'] as const
export type TillStep = (typeof TILL_STEPS)[number]

const till = z.object({
  /** False when cash control is off. The other fields are empty in that case. */
  is_on: z.boolean(),
  terminals: z.array(named.extend({ has_open_shift: z.boolean() })),
  /** The requested terminal if it is active, else the only active one; null if there are several or none. */
  terminal: named.nullable(),
  shift: openShift.nullable(),
  /** True when the open shift is a colleague's, and the caller has not yet confirmed that they work on it. */
  asks_colleague: z.boolean(),
  /** An earlier date on which the terminal had shifts and whose Z-reading is missing; null if there is none. */
  unclosed_date: civilDate.nullable(),
  /** True when closed shifts of today have no Z-reading yet. */
  can_close_day: z.boolean(),
  /** The terminal's latest Z-reading, to show it again after a paper jam or a lost response. */
  z_reading_id: id.nullable(),
  step: z.enum(TILL_STEPS),
})
export type Till = z.output<typeof till>

/**
 * An amount from which the cash in the drawer could be computed. It is null on the X-reading of an open shift, because
 * cash is counted first; only people who manage the cash see the amount before the count.
 */
const blindAmount = pesosAnswer.nullable()

const group = z.object({ count: z.number().int(), amount: pesosAnswer })
const blindGroup = group.extend({ amount: blindAmount })

const cashSums = z.object({
  pay_in: blindAmount,
  pay_out: blindAmount,
  /** Cash taken to the bank; null on readings of earlier formats, which counted it as paid out. */
  drops: blindAmount,
  cash_sales: blindAmount,
  cash_back: blindAmount,
  /** The counted cash less the expected cash; null until all shifts are counted. */
  difference: blindAmount,
})

const drawer = cashSums.extend({ float: blindAmount, expected: blindAmount, counted: blindAmount })

/** The count and sum of each kind of till action. */
const actions = z.array(group.extend({ kind: z.enum(TILL_ACTION_KINDS) }))

/** An X-reading of a shift or a Z-reading of a day, ready to print. */
const reading = z.object({
  id,
  kind: z.enum(['X', 'Z']),
  /** The number of a Z-reading; null on an X-reading. */
  number: z.number().int().nullable(),
  terminal_name: z.string(),
  business_date: civilDate,
  made_at: instant,
  made_by: z.string(),
  clinic: readingHead,
  documents: z.array(
    z.object({
      /** The document mode of the series; null on old readings, which did not distinguish modes. */
      mode: z.enum(DOCUMENT_MODES).nullable(),
      kind: z.enum(DOCUMENT_KINDS),
      count: z.number().int(),
      from: z.number().int(),
      to: z.number().int(),
    }),
  ),
  gross: blindAmount,
  /** `kind` is null on old readings, which did not distinguish kinds of discounts. */
  discounts: z.array(group.extend({ kind: z.enum(DISCOUNT_KINDS).nullable(), reason: z.string().nullable() })),
  voids: blindGroup,
  refunds: blindGroup,
  net: blindAmount,
  /**
   * The net sales split by tax; `untaxed` are sales without tax settings. Null on old readings, which had no taxes, and
   * on the X-reading of an open shift.
   */
  taxes: taxFields.extend({ untaxed: pesosAnswer, includes_excise: z.boolean() }).nullable(),
  methods: z.array(blindGroup.extend({ method: z.string() })),
  shifts: z.array(
    drawer.extend({
      cashier_name: z.string(),
      opened_at: instant,
      closed_at: instant.nullable(),
      /** Who opened the shift. It is null on readings of earlier formats, as are `sellers` and `actions`. */
      opened_by: z.string().nullable(),
      closed_by: z.string().nullable(),
      sellers: sellers.nullable(),
      /** Who sold gift cards and packages and took deposits; null on readings of earlier versions. */
      card_sellers: sellers.nullable(),
      actions: actions.nullable(),
    }),
  ),
  /**
   * The small sales of the day and the invoice that covers them; null on a day without small sales, and on an
   * X-reading.
   */
  small_sales: z
    .object({
      count: z.number().int(),
      amount: pesosAnswer,
      limit: pesosAnswer,
      /** The invoice that covers the small sales; null if these did not reach the limit on the date. */
      cover: z.object({ id, number: z.number().int(), count: z.number().int(), amount: pesosAnswer }).nullable(),
    })
    .nullable(),
  percentage_tax: percentageTaxFields.optional(),
  /** The gift cards that were sold or voided, which are no sales. */
  card_sales: z.array(blindGroup.extend({ kind: z.enum(CARD_SALE_KINDS), method: z.string() })),
  /** The count and sum of each kind of till action over all shifts of the reading. */
  actions: actions.nullable(),
  /** The cash amounts that can be added up over all shifts. */
  cash: cashSums,
  /**
   * The wrong totals that an earlier reading of several shifts printed: it added up the floats and counts of all
   * shifts, although each shift starts with the cash of the one before. Null on all other readings.
   */
  wrong_totals: z.object({ float: pesosAnswer, expected: pesosAnswer, counted: blindAmount }).nullable(),
  /** The sum of all that was ever sold on the terminal, without and with this reading; null on an X-reading. */
  previous_grand_total: pesosAnswer.nullable(),
  grand_total: pesosAnswer.nullable(),
  /** The hash of a Z-reading and that of the reading before, which is empty for the first one. */
  hash: z.string().nullable(),
  previous_hash: z.string().nullable(),
  print_count: z.number().int(),
})
export type Reading = z.output<typeof reading>

/**
 * The result of a count: `closed`, or `needs-reason`. In the latter case the count is stored as the first count, and
 * the screen asks for a reason or a recount.
 */
const counted = z.object({
  state: z.enum(['closed', 'needs-reason']),
  expected: pesosAnswer,
  counted: pesosAnswer,
  difference: pesosAnswer,
  /** The shift that a hand-over opened for the next cashier; null if the shift was only closed. */
  next_shift: openShift.nullable(),
})
export type Counted = z.output<typeof counted>

const closeBody = { count, reason: optionalText(200) }
const byId = z.object({ id })

export const cashContract = {
  till: endpoint({
    method: 'GET',
    url: '/api/cash/till',
    access: 'cash.use',
    summary: 'What a terminal needs before it can sell: its open shift, or the missing step',
    database: 'read',
    querystring: z.strictObject({ terminal_id: id.optional() }),
    response: z.object({ data: till }),
  }),
  openShift: endpoint({
    method: 'POST',
    url: '/api/cash/shifts',
    access: 'cash.use',
    summary: 'Open a shift on a terminal with its counted float',
    status: 201,
    body: strictBody({ terminal_id: id, count }),
    response: z.object({ data: openShift }),
  }),
  move: endpoint({
    method: 'POST',
    url: '/api/cash/shifts/:id/movements',
    access: 'cash.use',
    summary:
      'Record a pay-in or pay-out of an open shift with a reason, or a bank drop with a slip number (header Idempotency-Key)',
    status: 201,
    idempotent: true,
    params: byId,
    body: strictBody({
      kind: z.enum(MOVEMENT_KINDS),
      amount: pesos.refine((amount) => amount > 0, s.amountRequired),
      /** What the money is for; required unless it is a drop. */
      reason: optionalText(200),
      /** The number of the bank's deposit slip; required for a drop. */
      slip_number: optionalName(60),
      /** An admin's approval of a pay-out or drop above the clinic's limit. */
      approval_id: id.nullish(),
    })
      .refine(({ kind, reason }) => kind === 'drop' || reason !== null, {
        path: ['reason'],
        error: s.movementReasonRequired,
      })
      .refine(({ kind, slip_number }) => kind !== 'drop' || slip_number !== null, {
        path: ['slip_number'],
        error: s.slipNumberRequired,
      }),
    response: messageAnswer,
  }),
  closeShift: endpoint({
    method: 'POST',
    url: '/api/cash/shifts/:id/close',
    access: 'cash.use',
    summary: 'Close a shift with the counted cash; a difference above the allowed one needs a reason',
    params: byId,
    body: strictBody(closeBody),
    response: z.object({ data: counted }),
  }),
  handOver: endpoint({
    method: 'POST',
    url: '/api/cash/shifts/:id/hand-over',
    access: 'cash.use',
    summary: 'Close a shift and open the next one with the counted cash as its float, in one transaction',
    params: byId,
    body: strictBody({ ...closeBody, cashier_id: id }),
    response: z.object({ data: counted }),
  }),
  joinShift: endpoint({
    method: 'POST',
    url: '/api/cash/shifts/:id/colleagues',
    access: 'cash.use',
    summary: "Confirm to work on a colleague's open shift; once per person and shift",
    status: 201,
    params: byId,
    response: messageAnswer,
  }),
  cashiers: endpoint({
    method: 'GET',
    url: '/api/cash/cashiers',
    access: 'cash.use',
    summary: 'The cashiers to whom a shift can be handed over',
    response: z.object({ data: z.array(named) }),
  }),
  xReading: endpoint({
    method: 'GET',
    url: '/api/cash/shifts/:id/reading',
    access: 'cash.use',
    summary: 'The X-reading of a shift; changes nothing',
    params: byId,
    response: z.object({ data: reading }),
  }),
  closeDay: endpoint({
    method: 'POST',
    url: '/api/cash/readings',
    access: 'cash.use',
    summary: 'Close the day of a terminal with its Z-reading; this cannot be undone',
    status: 201,
    body: strictBody({ terminal_id: id, business_date: civilDate }),
    response: z.object({ data: reading }),
  }),
  zReading: endpoint({
    method: 'GET',
    url: '/api/cash/readings/:id',
    access: 'cash.use',
    summary: 'A Z-reading as it was stored',
    params: byId,
    response: z.object({ data: reading }),
  }),
  printed: endpoint({
    method: 'POST',
    url: '/api/cash/readings/:id/printed',
    access: 'cash.use',
    summary:
      'Record a copy of an X-reading (by its shift) or a Z-reading before it is printed or saved: the original, or a reprint with its number and time',
    status: 201,
    idempotent: 'optional',
    params: byId,
    body: strictBody({ kind: z.enum(['X', 'Z']) }),
    response: messageAnswer.extend({ data: paperCopy }),
  }),
}
