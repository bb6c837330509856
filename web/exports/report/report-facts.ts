import { exportMessages as s } from '#shared/lib/export-messages.ts'
import { formatInstant } from '#shared/lib/manila-time.ts'
import type { Report } from './report.ts'

/** By whom, when and for which clinic a report is made. */
export type Making = {
  clinic: { name: string; address: string; phone: string; tin: string }
  by: string
  now: Date
}

/** The opening lines of every report: the clinic, what is covered, when it was made. */
export const factsOf = ({ clinic, by, now }: Making, covers: string[]): Pick<Report, 'clinic' | 'facts'> => ({
  clinic: {
    name: clinic.name,
    lines: [clinic.address, [clinic.phone, clinic.tin && s.tin(clinic.tin)].filter(Boolean).join(' · ')].filter(
      (text) => text !== '',
    ),
  },
  facts: [...covers, s.generated(formatInstant(now), by)],
})
