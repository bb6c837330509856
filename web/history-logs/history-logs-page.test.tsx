import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { historyLogsContract, type HistoryLog } from '#shared/history-logs/contract.ts'
import { SAMPLE_INSTANT, sampleId } from '#shared/test/samples.ts'
import { answer, answerBy, answerLater, asked, choose, drawScreen, refuse } from '#web/test/screen.tsx'
import HistoryLogsPage from './history-logs-page.tsx'

test('history logs that cannot be loaded show an error', async () => {
  refuse(historyLogsContract.list, { status: 409, message: 'No.' })
  drawScreen(<HistoryLogsPage />)
  expect(await screen.findByText('Failed to load history logs.')).toBeTruthy()
})

test('the history log is filtered by one kind of record, and the URL keeps the filter', async () => {
  const searches: string[] = []
  answerBy(historyLogsContract.list, (url) => {
    searches.push(url.search)
    const summary = { total: 0, created: 0, updated: 0, deleted: 0, last_updated: null }
    return { logs: [], total: 0, page: 1, per_page: 10, summary }
  })
  const { person, router } = drawScreen(<HistoryLogsPage />)
  await person.click(await screen.findByRole('combobox', { name: 'Filter by record' }))
  await person.click(await screen.findByRole('option', { name: 'Appointments' }))
  await waitFor(() => expect(searches.at(-1)).toContain('subject=appointment'))
  expect(router.state.location.search).toContain('subject=appointment')
})

const entryOf = (user: string, type: 'create' | 'delete', n: number): HistoryLog => ({
  id: sampleId(n),
  user,
  user_role: 'admin',
  action: `Changed the treatment Lights: ${type}`,
  headline: 'Changed the treatment Lights',
  type,
  event: 'catalogue.treatment.changed',
  subject: 'treatment',
  subject_id: sampleId(11),
  changes: [],
  timestamp: SAMPLE_INSTANT,
})
const created = entryOf('Andrea Lim', 'create', 81)
const deleted = entryOf('Isabel Reyes', 'delete', 82)

const pageOf = (...logs: HistoryLog[]) => {
  const count = (type: string) => logs.filter((log) => log.type === type).length
  const [total, last_updated] = [logs.length, logs[0]?.timestamp ?? null]
  const summary = { total, created: count('create'), updated: 0, deleted: count('delete'), last_updated }
  return { logs, total, page: 1, per_page: 10, summary }
}

const rows = () => screen.getAllByRole('row', { name: /Lights/ })
const shownOptions = async () => (await screen.findAllByRole('option')).map((option) => option.textContent)

test('an admin finds in the history log who changed what, and the URL keeps the search', async () => {
  const queries: URLSearchParams[] = []
  answerBy(historyLogsContract.list, ({ searchParams }) => {
    queries.push(searchParams)
    const found = searchParams.get('type') === 'delete' ? [] : [deleted, created]
    return pageOf(...(searchParams.get('sort') === 'oldest' ? found.toReversed() : found))
  })
  const { person, router } = drawScreen(<HistoryLogsPage />)
  await person.type(await screen.findByRole('searchbox', { name: 'Search by user or action' }), 'Lights')
  await waitFor(() => expect(router.state.location.search).toBe('?search=Lights'))
  await waitFor(() => expect(queries.at(-1)?.get('search')).toBe('Lights'))
  expect(screen.getAllByRole('columnheader').map((header) => header.textContent)).toEqual([
    'User',
    'Action',
    'Type',
    'Timestamp',
  ])
  expect(rows().map((row) => row.textContent)).toEqual([
    expect.stringMatching(/Isabel Reyes.*Delete/),
    expect.stringMatching(/Andrea Lim.*Create/),
  ])
  const sort = screen.getByRole('combobox', { name: 'Sort' })
  await person.click(sort)
  expect(await shownOptions()).toEqual(['Newest First', 'Oldest First'])
  await person.click(screen.getByRole('option', { name: 'Oldest First' }))
  await waitFor(() => expect(rows()[0]?.textContent).toContain('Andrea Lim'))
  expect(router.state.location.search).toBe('?search=Lights&sort=oldest')
  await choose(person, screen.getByRole('combobox', { name: 'Filter by type' }), 'Delete')
  expect(await screen.findByText('No logs found')).toBeTruthy()
  expect(Object.fromEntries(queries.at(-1)!)).toMatchObject({ search: 'Lights', sort: 'oldest', type: 'delete' })
  cleanup()
  drawScreen(<HistoryLogsPage />, { at: `/${router.state.location.search}` })
  expect(await screen.findByText('No logs found')).toBeTruthy()
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('Lights')
})

test('the history log shows five skeleton rows while it loads, says when it has no entries, and REFRESH requests it again', async () => {
  const release = answerLater(historyLogsContract.list, pageOf())
  const { person } = drawScreen(<HistoryLogsPage />)
  const skeletonRows = () => [...document.querySelectorAll('tbody tr')].filter((row) => row.querySelector('.skeleton'))
  await waitFor(() => expect(skeletonRows()).toHaveLength(5))
  release()
  expect(await screen.findByText('No logs found')).toBeTruthy()
  expect(skeletonRows()).toHaveLength(0)
  await person.click(screen.getByRole('combobox', { name: 'Filter by type' }))
  expect(await shownOptions()).toEqual(['All Types', 'Create', 'Update', 'Delete', 'System'])
  await person.keyboard('{Escape}')
  answer(historyLogsContract.list, pageOf(created))
  await person.click(screen.getByRole('button', { name: 'REFRESH' }))
  await waitFor(() => expect(rows()).toHaveLength(1))
  const summary = within(screen.getByRole('region', { name: 'Summary' }))
  expect(summary.getAllByRole('definition').map((count) => count.textContent)).toEqual(['1', '1', '0', '0'])
  expect(summary.getAllByRole('term').map((name) => name.textContent)).toEqual([
    'Total logs',
    'Created',
    'Updated',
    'Deleted',
  ])
})

test('exporting a history log that is too long for a PDF is rejected at once, and CSV is offered instead', async () => {
  const summary = { total: 50_001, created: 0, updated: 50_001, deleted: 0, last_updated: null }
  answer(historyLogsContract.list, { logs: [], total: 50_001, page: 1, per_page: 10, summary })
  refuse(historyLogsContract.exportCsv, { status: 409, message: 'Asked for.' })
  const { person } = drawScreen(<HistoryLogsPage />)
  await screen.findAllByText('50,001')
  await person.click(screen.getByRole('button', { name: 'EXPORT PDF' }))
  const refusal = 'A PDF holds at most 50,000 rows. Please narrow the list, or export as CSV.'
  expect(await screen.findByText(refusal)).toBeTruthy()
  const exports = () => asked.filter((call) => call.includes('export'))
  expect(exports()).toEqual([])
  await person.click(screen.getByRole('button', { name: 'EXPORT CSV' }))
  expect(await screen.findByText('Asked for.')).toBeTruthy()
  expect(exports()).toEqual(['GET /api/history-logs/export'])
})
