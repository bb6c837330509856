import type { Output } from '#shared/lib/endpoint.ts'
import { reportsContract } from '#shared/reports/contract.ts'
import { reportMessages as s } from '#shared/reports/messages.ts'
import { reports, type ReportName } from '#shared/reports/reports.ts'
import { useRead } from '#web/data/use-read.ts'
import { Select } from '#web/ui/fields/select.tsx'

/** The value of the option for all people. It is not empty, because a select shows an empty value as not chosen. */
const ALL = 'all'

type People = Output<typeof reportsContract.people>['data']

/** Reads the people to whom a report can be limited; empty while they load, and for reports without such people. */
export function usePeople(report: ReportName | null): People['cashier'] {
  const kind = report ? reports[report].person : undefined
  const { data } = useRead(reportsContract.people, kind ? {} : null, { failed: s.failed })
  return (kind && data?.data[kind]) ?? []
}

type PersonSelectProps = {
  report: ReportName
  people: People['cashier']
  /** The id of the person to whom the report is limited; empty for everyone. */
  value: string
  onChange: (id: string) => void
}

/** Limits a report to a practitioner or cashier. */
export function PersonSelect({ report, people, value, onChange }: PersonSelectProps) {
  const { person } = reports[report]
  if (!person) return null
  return (
    <Select
      aria-label={s.people[person]}
      options={[
        { value: ALL, label: s.everyone[person] },
        ...people.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      value={value || ALL}
      onChange={(next) => onChange(next === ALL ? '' : next)}
      className="sm:max-w-64"
    />
  )
}
