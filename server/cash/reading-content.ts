import { z } from 'zod'
import { DISCOUNT_KINDS, isReadingFormat, type ReadingFigures } from '#shared/cash/reading.ts'
import { readingHead, sellers } from '#shared/cash/reading-fields.ts'
import { TILL_ACTION_KINDS } from '#shared/cash/till-actions.ts'
import type { ZContent } from '#shared/cash/z-content.ts'
import { DOCUMENT_KINDS, DOCUMENT_MODES } from '#shared/clinic/documents.ts'
import { civilDate, instant } from '#shared/lib/fields.ts'
import { CARD_SALE_KINDS } from '#shared/prepaid/card-sales.ts'

// These schemas describe the content of a stored Z-reading in each format (shared/cash/reading.ts), in centavos.

const amount = z.number().int()
const counter = z.number().int()
const group = z.object({ count: counter, amount })
const actions = z.record(z.enum(TILL_ACTION_KINDS), group)

const cashWithoutDrops = z.object({
  pay_in: amount,
  pay_out: amount,
  cash_sales: amount,
  cash_back: amount,
  difference: amount.nullable(),
})
const cash = cashWithoutDrops.extend({ drops: amount })
const counted = { float: amount, expected: amount, counted: amount.nullable() }
const earlierDrawer = cashWithoutDrops.extend(counted)
const times = { cashier_name: z.string(), opened_at: instant, closed_at: instant.nullable() }
const earlierShift = earlierDrawer.extend(times)
const shift = cash.extend(counted).extend(times)
const shiftWithPeople = shift.extend({
  opened_by: z.string(),
  closed_by: z.string().nullable(),
  sellers,
  actions,
})

const series = z.object({ kind: z.enum(DOCUMENT_KINDS), count: counter, from: counter, to: counter })
const discount = group.extend({ reason: z.string().nullable() })

/** The fields of a Z-reading that are the same in all formats. */
const common = z.object({
  head: readingHead.optional(),
  small_sales: group
    .extend({ limit: amount, cover: group.extend({ id: z.string(), number: counter }).nullable() })
    .optional(),
  percentage_tax: z.object({ taxable: amount, exempt: amount, undivided: amount.optional() }).optional(),
  card_sales: z.array(group.extend({ kind: z.enum(CARD_SALE_KINDS), method: z.string() })).optional(),
  card_sellers: z.array(sellers).optional(),
  terminal: z.object({ id: z.string(), name: z.string() }),
  business_date: civilDate,
  number: counter,
  closed_by: z.string(),
  closed_at: instant,
  previous_grand_total: amount,
  grand_total: amount,
  gross: amount,
  voids: group,
  refunds: group,
  net: amount,
  methods: z.array(group.extend({ method: z.string() })),
})

const withTaxes = common.extend({
  documents: z.array(series.extend({ mode: z.enum(DOCUMENT_MODES) })),
  discounts: z.array(discount.extend({ kind: z.enum(DISCOUNT_KINDS) })),
  taxes: z.object({
    vatable: amount,
    vat: amount,
    exempt: amount,
    zeroRated: amount,
    excise: amount,
    untaxed: amount,
  }),
})

const earlierShifts = { shifts: z.array(earlierShift), drawer: earlierDrawer }
const withCash = withTaxes.extend({ shifts: z.array(shift), cash })

const schemas: Record<ReadingFigures['format'], z.ZodType> = {
  1: common.extend({ documents: z.array(series), discounts: z.array(discount), ...earlierShifts }),
  2: withTaxes.extend(earlierShifts),
  3: withCash,
  4: withCash,
  5: withCash.extend({ shifts: z.array(shiftWithPeople), actions }),
}

const isContent = (content: unknown): content is ZContent => {
  const { format } = (content ?? {}) as Partial<ZContent>
  return typeof format === 'number' && isReadingFormat(format) && schemas[format].safeParse(content).success
}

/**
 * Parses the stored content of a Z-reading. Returns null if the content is damaged, because one damaged reading must not
 * keep the list of readings, the check of the books and the export of all data from showing the other readings.
 */
export function contentOf(row: { content: string }): ZContent | null {
  try {
    const content: unknown = JSON.parse(row.content)
    return isContent(content) ? content : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
