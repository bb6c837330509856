import { z } from 'zod'
import { endpoint } from '#shared/lib/endpoint.ts'
import { civilDate, id, instant, requiredText, strictBody } from '#shared/lib/fields.ts'
import { imageFile } from '#shared/lib/image-file.ts'
import { pesosAnswer } from '#shared/lib/money-fields.ts'
import { MOST_SERVICES } from '#shared/lib/visit-services.ts'
import { DEPOSIT_STATUSES, depositPolicy, report, REPORT_METHODS } from './records.ts'
import { clientDepositMessages as s } from './client-messages.ts'

/** How a client can pay: the clinic's QR Ph code, and the accounts to which money can be sent. */
export const waysToPay = z.object({
  /** The clinic's static QR Ph code; the screen adds the amount. */
  qr_ph: z.string().nullable(),
  gcash: z.string().nullable(),
  maya: z.string().nullable(),
  bank_transfer: z.string().nullable(),
})
export type WaysToPay = z.output<typeof waysToPay>

/** A deposit as its client sees it. */
export const ownDeposit = z.object({
  appointment_id: id,
  status: z.enum(DEPOSIT_STATUSES),
  amount: pesosAnswer,
  held_until: instant.nullable(),
  report: report.nullable(),
  refused_reason: z.string().nullable(),
  policy: depositPolicy,
})
export type OwnDeposit = z.output<typeof ownDeposit>

/** How and with which number the client has paid. */
export const reportFields = { method: z.enum(REPORT_METHODS), reference_number: requiredText(60, s.referenceRequired) }

const ofVisit = z.object({ id })

const visitQuery = z.strictObject({
  /** The ids of the services, separated by commas. */
  service_ids: z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(id).min(1).max(MOST_SERVICES)),
  /** The day of the visit; packages that expire before it cover nothing. Today if missing. */
  date: civilDate.optional(),
})

const termsAnswer = z.object({
  data: z.object({ amount: pesosAnswer, hold_hours: z.number().int(), policy: depositPolicy }).nullable(),
})

export const ownDepositsContract = {
  terms: endpoint({
    method: 'GET',
    url: '/api/deposit-terms',
    access: 'public',
    summary: 'The deposit that a visitor would be asked for when booking these services; null for none',
    database: 'snapshot',
    querystring: visitQuery,
    response: termsAnswer,
  }),
  ownTerms: endpoint({
    method: 'GET',
    url: '/api/my/deposit-terms',
    access: 'appointments.own',
    summary:
      'The deposit that the caller would be asked for when booking these services, with regard to no-shows and packages; null for none and for staff',
    database: 'snapshot',
    querystring: visitQuery,
    response: termsAnswer,
  }),
  list: endpoint({
    method: 'GET',
    url: '/api/my/deposits',
    access: 'appointments.own',
    summary: "The deposits of the caller's visits that are not settled, and how they can be paid",
    database: 'snapshot',
    response: z.object({ data: z.array(ownDeposit), ways: waysToPay }),
  }),
  report: endpoint({
    method: 'POST',
    url: '/api/my/deposits/:id/report',
    access: 'appointments.own',
    summary: 'Tell the clinic that the deposit of an own visit is paid; staff verify it. `id` is the appointment',
    params: ofVisit,
    body: strictBody(reportFields),
    response: z.object({ data: ownDeposit }),
  }),
  addPicture: endpoint({
    method: 'POST',
    url: '/api/my/deposits/:id/picture',
    access: 'appointments.own',
    summary: 'Add a screenshot of the payment to a reported deposit; it replaces an earlier one',
    sends: 'multipart',
    database: 'none',
    timeoutMs: 30_000,
    params: ofVisit,
    body: strictBody({ picture: imageFile }),
    response: z.object({ data: ownDeposit }),
  }),
}
