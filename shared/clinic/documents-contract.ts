import { z } from 'zod'
import { endpoint } from '#shared/lib/endpoint.ts'
import { civilDate, id, instant, optionalName, optionalText, strictBody, version } from '#shared/lib/fields.ts'
import type { CivilDate } from '#shared/lib/manila-time.ts'
import { CLINIC_MODES, isTin } from './documents.ts'
import { pesos, pesosAnswer } from '#shared/lib/money-fields.ts'
import { documentsMessages as s } from './messages.ts'

const mode = z.enum(CLINIC_MODES)

/** The highest limit in pesos that a clinic can set for small sales. */
const HIGHEST_SMALL_SALE_LIMIT = 10_000

const documentSettings = z.object({
  mode,
  is_vat_registered: z.boolean(),
  charges_excise: z.boolean(),
  /** True if one invoice covers the day's sales below the limit; only for invoices of a clinic without VAT. */
  covers_small_sales: z.boolean(),
  small_sale_limit: pesosAnswer,
  registered_name: z.string(),
  trade_name: z.string(),
  tin: z.string(),
  tin_branch: z.string(),
  permit_number: z.string(),
  permit_date: civilDate.nullable(),
  accreditation_number: z.string(),
  accreditation_date: civilDate.nullable(),
  /** The accreditation of the software ends after this day. A clinic can issue invoices without this date and without the supplier. */
  accreditation_until: civilDate.nullable(),
  supplier_name: z.string(),
  supplier_address: z.string(),
  /** The taxpayer number (TIN) of the software supplier: nine digits, and the branch code if it was entered. */
  supplier_tin: z.string(),
  invoice_foot: z.string(),
  /** The clinic's name from its profile, as documents print it. */
  name: z.string(),
  address: z.string(),
  phone: z.string(),
  receipt_foot: z.string(),
  /** The active terminals with their machine and serial numbers. */
  terminals: z.array(z.object({ id, name: z.string(), machine_number: z.string(), serial_number: z.string() })),
  has_cash_control: z.boolean(),
  /** True once an invoice was issued; from then on only modes that issue invoices can be chosen. */
  has_issued_invoices: z.boolean(),
  version,
})
export type DocumentSettings = z.output<typeof documentSettings>

/**
 * The server's clock. `problem` says that the clock is too far behind or ahead of the latest time that the books
 * accepted as right.
 */
const clock = z.object({
  now: instant,
  accepted_at: instant.nullable(),
  problem: z.enum(['behind', 'ahead']).nullable(),
})
export type Clock = z.output<typeof clock>

const blankName = (max: number) => optionalName(max).transform((text) => text ?? '')
const blankText = (max: number) => optionalText(max).transform((text) => text ?? '')
const digits = (pattern: RegExp, sentence: string) =>
  blankText(20).refine((text) => text === '' || pattern.test(text), sentence)

type Accreditation = { accreditation_date: CivilDate | null; accreditation_until?: CivilDate | null | undefined }

/** True if the last day of an accreditation is before the date on which the accreditation begins. */
export const endsBeforeItBegins = ({ accreditation_date: from, accreditation_until: until }: Accreditation): boolean =>
  Boolean(from && until && until < from)

export const documentsContract = {
  read: endpoint({
    method: 'GET',
    url: '/api/clinic/documents',
    access: 'clinic.manage',
    summary: "The document mode of sales, and the clinic's registration with the tax office",
    database: 'snapshot',
    response: z.object({ data: documentSettings }),
  }),
  mode: endpoint({
    method: 'GET',
    url: '/api/clinic/document-mode',
    access: 'sales.create',
    summary: 'The current document mode and limit of small sales, from which the till knows which fields to show',
    database: 'read',
    response: z.object({ data: z.object({ mode, small_sale_limit: pesosAnswer.nullable() }) }),
  }),
  save: endpoint({
    method: 'PUT',
    url: '/api/clinic/documents',
    access: 'clinic.manage',
    summary:
      'Choose the document mode of sales; a mode whose required settings are missing is refused with a list of them',
    body: strictBody({
      mode,
      is_vat_registered: z.boolean(),
      charges_excise: z.boolean(),
      /** A request without the settings of small sales leaves them as they are. */
      covers_small_sales: z.boolean().optional(),
      small_sale_limit: pesos
        .min(0.01, s.smallSaleLimitInvalid)
        .max(HIGHEST_SMALL_SALE_LIMIT, s.smallSaleLimitInvalid)
        .optional(),
      registered_name: blankName(120),
      trade_name: blankName(120),
      tin: digits(/^\d{3}-?\d{3}-?\d{3}$/, s.tinInvalid),
      tin_branch: digits(/^\d{3,5}$/, s.branchInvalid),
      permit_number: blankName(60),
      permit_date: civilDate.nullable(),
      accreditation_number: blankName(60),
      accreditation_date: civilDate.nullable(),
      /** A request without this field, or without those of the supplier, leaves the stored values as they are. */
      accreditation_until: civilDate.nullable().optional(),
      supplier_name: blankName(120).optional(),
      supplier_address: blankName(240).optional(),
      supplier_tin: blankText(20)
        .refine((text) => text === '' || isTin(text), s.supplierTinInvalid)
        .optional(),
      invoice_foot: blankText(240),
    }).refine((body) => !endsBeforeItBegins(body), {
      error: s.accreditationUntilInvalid,
      path: ['accreditation_until'],
    }),
    response: z.object({ data: documentSettings }),
    errorData: { stale: documentSettings },
    ifMatch: true,
  }),
  clock: endpoint({
    method: 'GET',
    url: '/api/clinic/clock',
    access: 'clinic.manage',
    summary: 'The server’s clock, and whether the books refuse it',
    database: 'read',
    response: z.object({ data: clock }),
  }),
  acceptClock: endpoint({
    method: 'PUT',
    url: '/api/clinic/clock',
    access: 'clinic.manage',
    summary: 'Accept the server’s date, after an admin has checked it',
    body: strictBody({ date: civilDate }),
    response: z.object({ data: clock }),
  }),
}
