import { defineMessages } from '#shared/lib/language.ts'
import { formatNumber, plural } from '#shared/lib/numbers.ts'

export const historyLogMessages = defineMessages('history-logs', {
  title: 'History Logs',
  failedToLoad: 'Failed to load history logs.',
  noneTitle: 'No logs found',
  noneHint: 'Try adjusting your search or filter criteria',
  search: 'Search by user or action',
  filterByType: 'Filter by type',
  allTypes: 'All Types',
  sort: 'Sort',
  newestFirst: 'Newest First',
  oldestFirst: 'Oldest First',
  refresh: 'REFRESH',
  user: 'User',
  action: 'Action',
  type: 'Type',
  timestamp: 'Timestamp',
  types: { create: 'Create', update: 'Update', delete: 'Delete', system: 'System' },
  summary: 'Summary',
  total: 'Total logs',
  created: 'Created',
  updated: 'Updated',
  deleted: 'Deleted',
  lastUpdated: (time: string) => `Last updated ${time}`,
  reportTitle: 'History Logs',
  entryCount: (count: number) => plural(count, { one: '1 entry', other: `${formatNumber(count)} entries` }),
  nothingYet: 'No entry yet',
  columns: ['User', 'Action', 'Type', 'Timestamp'],
  /** Who did what nobody asked for; kept beside the event. */
  system: 'System',
})
