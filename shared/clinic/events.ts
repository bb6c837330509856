import { z } from 'zod'
import { eventType, eventTypesOf } from '#shared/lib/event-type.ts'
import { formatInstant } from '#shared/lib/manila-time.ts'
import { documentsMessages } from './messages.ts'

const modeName = (mode: string) => (documentsMessages.modes as Record<string, string>)[mode] ?? mode

const text = (label: string) => ({ label, value: 'text' }) as const
const hidden = (label: string) => ({ label, value: 'hidden' }) as const

export const clinicEvents = eventTypesOf('clinic', {
  'clinic.profile.changed': eventType({
    kind: 'update',
    subject: 'clinic',
    parameters: z.object({
      /** The number of booked visits outside of the new hours; they stay booked. */
      visits_hit: z.number().optional(),
    }),
    fields: {
      name: text('name'),
      address: text('address'),
      location_label: text('location'),
      // The log hides the new number, because it is often the owner's private one.
      phone: hidden('phone'),
      email: hidden('email'),
      tin: text('TIN'),
      hours_text: text('hours'),
      receipt_foot: { label: 'foot of the receipt', value: 'long' },
      facebook_url: text('Facebook'),
      instagram_url: text('Instagram'),
      tiktok_url: text('TikTok'),
      opening_hours: hidden('opening hours'),
      move_notice_hours: text('notice for moving a visit, in hours'),
      cancel_notice_hours: text('notice for cancelling a visit, in hours'),
      start_interval_minutes: text('minutes between starts'),
      minimum_notice_minutes: text('minutes of notice for booking'),
      horizon_days: text('days ahead for booking'),
    },
    sentence: ({ visits_hit }, changes) =>
      `Changed the clinic profile${changes}${visits_hit ? ` (${visits_hit} booked visits kept)` : ''}`,
  }),
  'clinic.documents.changed': eventType({
    kind: 'update',
    subject: 'clinic',
    parameters: z.object({}),
    fields: {
      mode: { label: 'mode', value: 'text', words: modeName },
      is_vat_registered: text('VAT-registered'),
      charges_excise: text('excise'),
      covers_small_sales: text('one invoice for small sales'),
      small_sale_limit: { label: 'limit of small sales', value: 'pesos' },
      registered_name: text('registered name'),
      trade_name: text('trade name'),
      tin: text('TIN'),
      tin_branch: text('branch code'),
      permit_number: text('permit'),
      permit_date: text('date of the permit'),
      accreditation_number: text('accreditation'),
      accreditation_date: text('date of the accreditation'),
      accreditation_until: text('last day of the accreditation'),
      supplier_name: text('supplier of the software'),
      supplier_address: text('address of the supplier'),
      supplier_tin: text('TIN of the supplier'),
      invoice_foot: { label: 'foot of the invoice', value: 'long' },
    },
    sentence: (_, changes) => `Changed what the till issues${changes}`,
  }),
  'clinic.clock.accepted': eventType({
    kind: 'update',
    subject: 'clinic',
    parameters: z.object({ now: z.string(), accepted_before: z.string().nullable() }),
    sentence: ({ now, accepted_before }) =>
      accepted_before === null
        ? `Accepted the server’s clock: ${formatInstant(now)}`
        : `Accepted the server’s clock: ${formatInstant(now)}, after ${formatInstant(accepted_before)}`,
  }),
})
