import { clsx } from 'clsx'
import { Link } from 'react-router'
import { periodMessages } from '#shared/lib/messages.ts'
import type { Output } from '#shared/lib/endpoint.ts'
import { isCivilDate, type CivilDate } from '#shared/lib/manila-time.ts'
import { reportsContract } from '#shared/reports/contract.ts'
import { booksMessages } from '#shared/reports/books-messages.ts'
import { reportMessages as s } from '#shared/reports/messages.ts'
import {
  daysIn,
  groupOf,
  MOST_DAYS,
  notesOf,
  REPORT_GROUPS,
  reportNames,
  reports,
  REPORTS,
  type Range,
  type ReportName,
} from '#shared/reports/reports.ts'
import { QUICK_RANGES, quickRangeOf, rangeOf } from '#shared/reports/periods.ts'
import { visitReportMessages } from '#shared/reports/visit-messages.ts'
import { useRead, type Read } from '#web/data/use-read.ts'
import { ExportButtons } from '#web/exports/export-buttons.tsx'
import type { Making } from '#web/exports/report/report.ts'
import { paths } from '#web/lib/paths.ts'
import { useToday } from '#web/lib/use-now.ts'
import { useUrlState } from '#web/lib/use-url-state.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { ErrorPanel } from '#web/ui/data/load-states.tsx'
import { DateRange } from '#web/ui/fields/date-input.tsx'
import { SegmentedControl } from '#web/ui/fields/radio-group.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { BooksCheckCard } from './books-check.tsx'
import { PersonSelect, usePeople } from './person-select.tsx'
import { filesOf, personNotes, reportFile } from './report-file.ts'
import { ReportView } from './report-table.tsx'

const BOOKS = 'books'
const pages = [...REPORTS, BOOKS] as const
type PageName = (typeof pages)[number]

const nameOf = (page: PageName) => (page === BOOKS ? booksMessages.books : reportNames[page])
const options = pages.map((page) => ({
  value: page,
  label: nameOf(page),
  ...(page !== BOOKS && { group: s.groups[groupOf(page)] }),
}))

const defaults = { report: REPORTS[0], from: '', to: '', person: '' } as const

/** The report, range and person in the URL; by default this month and everyone. */
function useChosen(today: CivilDate) {
  const [state, change] = useUrlState(defaults)
  const page = pages.find((one) => one === state.report) ?? REPORTS[0]
  const given = { from: state.from, to: state.to }
  const isGiven = isCivilDate(given.from) && isCivilDate(given.to) && rangeError(given.from, given.to) === null
  const person = page !== BOOKS && reports[page].person ? state.person : ''
  return { page, range: isGiven ? given : rangeOf('this-month', today), person, change }
}

/** The error of two typed dates; null when valid. */
function rangeError(from: string, to: string): string | null {
  if (from === '' || to === '') return s.periodRequired
  if (from > to) return periodMessages.dateOrder
  return daysIn({ from, to }) > MOST_DAYS ? s.periodTooLong : null
}

/** The reports page: one report at a time, and the check of the books. */
export default function ReportsPage() {
  const today = useToday()
  const { page, range, person, change } = useChosen(today)
  const report = page === BOOKS ? null : page
  const people = usePeople(report)
  const chosen = { range, person, name: people.find(({ id }) => id === person)?.name }
  const input = report && inputOf(report, chosen)
  const read = useRead(reportsContract.read, input, { failed: s.failed })
  return (
    <div className="space-y-4">
      <PageHeader
        title={s.title}
        subtitle={report && groupOf(report) === 'visits' ? visitReportMessages.subtitle : s.subtitle}
        actions={report && <Exports report={report} chosen={chosen} read={read} />}
      />
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[15rem_minmax(0,1fr)]">
        <Select
          aria-label={s.report}
          options={options}
          value={page}
          onChange={(next) => change({ report: next, person: personFor(next, page, person) }, { push: true })}
          className="lg:hidden"
        />
        <ReportList page={page} range={range} person={person} />
        {report === null ? (
          <BooksCheckCard />
        ) : (
          <div className="min-w-0 space-y-4">
            <Period range={range} today={today} onRange={(next) => change(next)} />
            <PersonSelect
              report={report}
              people={people}
              value={person}
              onChange={(next) => change({ person: next })}
            />
            <Notes report={report} person={chosen.name} />
            {read.failure && <ErrorPanel {...read.failure} />}
            {(read.data || !read.failure) && (
              <ReportView report={report} range={range} table={read.data?.data} busy={read.isFetching} />
            )}
          </div>
        )}
      </div>
    </div>
  )
}

type ReportRead = Read<Output<typeof reportsContract.read>>

type Chosen = { range: Range; person: string; name: string | undefined }

const inputOf = (report: ReportName, { range, person }: Chosen) => ({
  params: { report },
  querystring: { ...range, ...(person !== '' && { person_id: person }) },
})

function Exports({ report, chosen, read }: { report: ReportName; chosen: Chosen; read: ReportRead }) {
  const exported = {
    endpoint: reportsContract.exportCsv,
    input: inputOf(report, chosen),
    total: read.failure ? undefined : read.data?.data.count,
    files: filesOf(report),
    report: (making: Making) =>
      reportFile(report, chosen.range, making, { person: chosen.name, rowNotes: read.data?.data.notes }),
    nothing: { title: s.none, description: s.noneHint },
  }
  return <ExportButtons list={exported} />
}

const groups: { name: string; pages: PageName[] }[] = REPORT_GROUPS.map((group) => ({
  name: s.groups[group],
  pages: REPORTS.filter((report) => groupOf(report) === group),
}))

const kindOf = (page: PageName) => (page === BOOKS ? undefined : reports[page].person)

/**
 * The person to whom another report is limited when it is opened: the chosen person, or everyone if that report is
 * about people of another kind.
 */
const personFor = (next: PageName, page: PageName, person: string) => (kindOf(next) === kindOf(page) ? person : '')

type ReportListProps = { page: PageName; range: Range; person: string }

/** The list of reports by group, on the left if there is room. */
function ReportList({ page, range, person }: ReportListProps) {
  return (
    <nav aria-label={s.list} className="rounded-card border border-line bg-surface p-2 max-lg:hidden">
      {groups.map(({ name, pages: listed }) => (
        <section key={name} aria-label={name}>
          <h2 className="px-3 pt-2 pb-1 text-sm font-bold text-ink-3">{name}</h2>
          <ul>
            {listed.map((one) => (
              <ReportLink
                key={one}
                page={one}
                isShown={one === page}
                range={range}
                person={personFor(one, page, person)}
              />
            ))}
          </ul>
        </section>
      ))}
      <ul className="mt-2 border-t border-line pt-2">
        <ReportLink page={BOOKS} isShown={page === BOOKS} range={range} person="" />
      </ul>
    </nav>
  )
}

type ReportLinkProps = { page: PageName; isShown: boolean; range: Range; person: string }

const ReportLink = ({ page, isShown, range, person }: ReportLinkProps) => (
  <li>
    <Link
      to={{ search: new URLSearchParams({ report: page, ...range, ...(person !== '' && { person }) }).toString() }}
      aria-current={isShown ? 'page' : undefined}
      className={clsx(
        'flex min-h-11 items-center rounded-ctl px-3 py-1.5 text-ctl font-semibold transition-colors',
        isShown ? 'bg-primary-soft text-primary-ink' : 'text-ink-2 hover:bg-surface-2 hover:text-ink',
      )}
    >
      {nameOf(page)}
    </Link>
  </li>
)

type PeriodProps = { range: Range; today: CivilDate; onRange: (range: Range) => void }

const quickOptions = QUICK_RANGES.map((quick) => ({ value: quick, label: s.quick[quick] }))
const labels = { from: s.from, to: s.to, apply: s.apply }

function Period({ range, today, onRange }: PeriodProps) {
  return (
    <div className="flex flex-wrap items-start gap-3">
      <SegmentedControl
        aria-label={s.period}
        options={quickOptions}
        value={quickRangeOf(range, today) ?? null}
        onChange={(quick) => onRange(rangeOf(quick, today))}
      />
      <DateRange key={`${range.from} ${range.to}`} {...range} labels={labels} check={rangeError} onApply={onRange} />
    </div>
  )
}

/** Links that lead from a report to the records behind it. */
const links: Partial<Record<ReportName, { to: string; label: string }>> = {
  'shifts-by-cashier': { to: `${paths.terminals}?part=shifts`, label: s.allShifts },
}

/** The sentences that explain a report's figures, and the link to its records. */
function Notes({ report, person }: { report: ReportName; person: string | undefined }) {
  const notes = [...personNotes(report, person), ...notesOf(report)]
  const link = links[report]
  if (notes.length === 0) return null
  return (
    <div className="flex flex-wrap items-center gap-3">
      <div className="min-w-0 flex-1 basis-64 space-y-2 text-sm text-ink-2">
        {notes.map((note) => (
          <p key={note}>{note}</p>
        ))}
      </div>
      {link && (
        <Link to={link.to} className={buttonClass()}>
          {link.label}
        </Link>
      )}
    </div>
  )
}
