import type { ReadTx } from '#server/db/pool.ts'
import { invalid } from '#server/lib/app-error.ts'
import { practitionerNames } from '#server/resources/public.ts'
import type { Answer } from '#shared/lib/endpoint.ts'
import type { reportsContract } from '#shared/reports/contract.ts'
import { reportMessages as s } from '#shared/reports/messages.ts'
import { reports, type Range, type ReportName } from '#shared/reports/reports.ts'
import { cashierNames, type ReportRange } from './report-views.ts'

type People = Answer<typeof reportsContract.people>['data']

/** The people to whom reports can be limited. */
export const readPeople = async (tx: ReadTx, branchId: string): Promise<People> => ({
  practitioner: await practitionerNames(tx, branchId),
  cashier: await cashierNames(tx),
})

/** The dates of a report and the person to whom it is limited. */
export type AskedReport = Range & { person_id?: string | undefined }

/**
 * The range of a report, limited to a person if one was chosen, and the name of that person. Throws a 422 if the report
 * cannot be limited to this person.
 */
export async function rangeWithPerson(
  tx: ReadTx,
  report: ReportName,
  { person_id, ...dates }: AskedReport,
  { branchId, now }: { branchId: string; now: Date },
): Promise<{ range: ReportRange; person?: string }> {
  const range = { branchId, now, ...dates }
  if (person_id === undefined) return { range }
  const kind = reports[report].person
  const person = kind && (await readPeople(tx, branchId))[kind].find(({ id }) => id === person_id)
  if (!person) throw invalid('person_id', s.noPerson)
  return {
    range: { ...range, ...(kind === 'cashier' ? { cashierId: person.id } : { practitionerId: person.id }) },
    person: person.name,
  }
}
