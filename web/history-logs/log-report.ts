import { LOG_SUBJECTS, type historyLogsContract, type LogSubject } from '#shared/history-logs/contract.ts'
import { historyLogMessages as s } from '#shared/history-logs/messages.ts'
import type { Parsed } from '#shared/lib/endpoint.ts'
import { exportMessages } from '#shared/lib/export-messages.ts'
import { factsOf, type Making } from '#web/exports/report/report-facts.ts'
import type { Report } from '#web/exports/report/report.ts'

type Filter = Pick<Parsed<typeof historyLogsContract.list>['querystring'], 'search' | 'type' | 'sort' | 'subject'>

const isSubject = (subject: string | undefined): subject is LogSubject => LOG_SUBJECTS.some((each) => each === subject)

/** The history log as a report: its columns are cells of the exported log. */
export const logReport = ({ search, type, sort, subject }: Filter, making: Making): Report => ({
  title: s.reportTitle,
  ...factsOf(making, [
    `${s.type}: ${type ? s.types[type] : s.allTypes} · ${sort === 'newest' ? s.newestFirst : s.oldestFirst}`,
    ...(isSubject(subject) ? [s.subjects[subject]] : []),
    ...(search === '' ? [] : [exportMessages.searchedFor(search)]),
  ]),
  columns: [
    { header: s.user, cell: 0, kind: 'text', width: 38 },
    { header: s.action, cell: 1, kind: 'text' },
    { header: s.type, cell: 2, kind: 'text', width: 19 },
    { header: s.timestamp, cell: 3, kind: 'moment', width: 38 },
  ],
})
