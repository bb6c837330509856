import { z } from 'zod'
import { chartAlert } from '#shared/alerts/contract.ts'
import { ANGLES } from '#shared/chart-photos/angles.ts'
import { clientCard } from '#shared/client-cards/contract.ts'
import { signedForm } from '#shared/forms/signing-contract.ts'
import { endpoint } from '#shared/lib/endpoint.ts'
import { civilDate, id, instant } from '#shared/lib/fields.ts'
import { treatmentNote } from '#shared/treatment-notes/contract.ts'
import { treatmentPlan } from '#shared/treatment-plans/contract.ts'

const ownPhoto = z.object({
  id,
  angle: z.enum(ANGLES),
  area: z.string().nullable(),
  note: z.string().nullable(),
  taken_at: instant,
})
export type OwnPhoto = z.output<typeof ownPhoto>

/** Everything in the chart of one person; lists are oldest first. */
const ownChart = z.object({
  exported_at: instant,
  clinic_name: z.string(),
  name: z.string(),
  card: clientCard,
  /** The alerts about the person, current and ended ones. */
  alerts: z.array(chartAlert),
  forms: z.array(signedForm),
  notes: z.array(
    z.object({
      date: civilDate,
      service_name: z.string(),
      practitioner_name: z.string().nullable(),
      note: treatmentNote,
    }),
  ),
  plans: z.array(treatmentPlan),
  photos: z.array(ownPhoto),
})
export type OwnChart = z.output<typeof ownChart>

export const ownChartContract = {
  read: endpoint({
    method: 'GET',
    url: '/api/my/chart',
    access: 'any-account',
    summary: "Everything in the caller's own chart, from which the browser makes a PDF; the read log records it",
    database: 'none',
    writesOnRead: true,
    response: z.object({ data: ownChart }),
  }),
}
