import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { terminalsMessages as s } from '#shared/cash/messages.ts'
import { movementContract } from '#shared/cash/movement-contract.ts'
import { exportMessages, periodMessages } from '#shared/lib/messages.ts'
import { page, sampleId } from '#web/test/samples.ts'
import { answer, answerBy, asked, choose, drawScreen } from '#web/test/screen.tsx'
import { MovementLists } from './movement-lists.tsx'
import { actionReport } from './movement-reports.ts'
import { TillActionList } from './till-action-list.tsx'

const carlo = { id: sampleId(7), name: 'Carlo Cruz' }
const joy = { id: sampleId(8), name: 'Joy Manalo' }

/** The query parameters of each request for a list, oldest first, without page and search. */
const queries: Record<string, string>[] = []
const noteQuery = ({ searchParams }: URL) => {
  const { page: _, per_page: __, search: ___, ...filter } = Object.fromEntries(searchParams)
  queries.push(filter)
}

const action = {
  id: sampleId(1),
  terminal_name: 'Front desk',
  kind: 'line_deleted' as const,
  description: '2 × Diamond Peel',
  amount: 3000,
  acted_at: '2026-11-21T10:00:00+08:00',
  acted_by: carlo.name,
  received_at: '2026-11-21T10:00:04+08:00',
  received_from: carlo.name,
}
const late = {
  ...action,
  id: sampleId(2),
  kind: 'drawer_opened' as const,
  description: 'Change',
  amount: 0,
  received_at: '2026-11-21T18:30:00+08:00',
  received_from: joy.name,
}
const sums = [
  { kind: 'line_deleted' as const, count: 1, amount: 3000 },
  { kind: 'order_dropped' as const, count: 0, amount: 0 },
  { kind: 'drawer_opened' as const, count: 1, amount: 0 },
]

test('till actions are listed with item, cashier and amount, the sums of each kind, and a note on actions whose report reached the server late', async () => {
  answer(movementContract.tillActions, {
    data: [action, late],
    ...page,
    total: 2,
    summary: { cashiers: [carlo, joy], kinds: sums },
  })
  drawScreen(<TillActionList />)
  await screen.findByText('2 × Diamond Peel')
  const table = screen.getByRole('table', { name: s.tillActions })
  const [, first, second] = within(table).getAllByRole('row')
  expect(first!.textContent).toContain('2 × Diamond Peel')
  expect(first!.textContent).toContain('₱3,000.00')
  expect(first!.textContent).not.toContain('received')
  expect(second!.textContent).toContain(s.receivedLater('Nov 21, 2026, 6:30 PM', joy.name))
  expect(screen.getByText('Deleted lines: 1, ₱3,000.00 · Abandoned orders: 0, ₱0.00 · Drawer openings: 1')).toBeTruthy()
})

test('till actions are filtered by days, cashier and kind; the list says when nothing matches, and the exported file has the same filter', async () => {
  queries.length = 0
  answerBy(movementContract.tillActions, (url) => {
    noteQuery(url)
    return { data: [], ...page, total: 0, summary: { cashiers: [carlo, joy], kinds: sums } }
  })
  const { person } = drawScreen(<TillActionList />)
  expect(await screen.findByText(s.noActions)).toBeTruthy()
  await choose(person, screen.getByRole('combobox', { name: s.byPerson }), joy.name)
  await choose(person, screen.getByRole('combobox', { name: s.byKind }), s.actionKinds.order_dropped)
  expect(await screen.findByText(s.noneFoundHint)).toBeTruthy()
  await person.type(screen.getByLabelText(s.from), '2026-11-20')
  await person.click(screen.getByRole('button', { name: s.apply }))
  expect(screen.getByText(periodMessages.bothDates)).toBeTruthy()
  await person.type(screen.getByLabelText(s.to), '2026-11-21')
  await person.click(screen.getByRole('button', { name: s.apply }))
  const filter = { from: '2026-11-20', to: '2026-11-21', cashier_id: joy.id, kind: 'order_dropped' as const }
  await waitFor(() => expect(queries.at(-1)).toEqual(filter))
  const making = { clinic: { name: 'Perlas', address: '', phone: '', tin: '' }, by: 'Ana', now: new Date() }
  const { facts } = actionReport({ filter, kind: s.actionKinds.order_dropped, cashier: joy.name }, making)
  expect(facts.slice(0, 3)).toEqual(['November 20, 2026 to November 21, 2026', 'Abandoned order', joy.name])
})

test('cash movements and unused approvals are filtered separately, with sums, and exported', async () => {
  queries.length = 0
  const movement = {
    id: sampleId(3),
    terminal_name: 'Front desk',
    cashier_name: carlo.name,
    kind: 'drop' as const,
    amount: 5000,
    reason: null,
    slip_number: 'BPI 0042',
    moved_at: '2026-11-21T17:00:00+08:00',
    moved_by: carlo.name,
    approved_by: 'Olga Owner',
  }
  answerBy(movementContract.movements, (url) => {
    noteQuery(url)
    const summary = { cashiers: [carlo], sums: { in: 300, out: 0, drop: 5000 } }
    return { data: [movement], ...page, total: 1, summary }
  })
  answer(movementContract.unusedApprovals, { data: [], ...page, total: 0, summary: { cashiers: [joy] } })
  const { person } = drawScreen(<MovementLists />)
  const movements = within(await screen.findByRole('region', { name: s.movements }))
  expect(await movements.findByText('Pay-ins: ₱300.00 · Pay-outs: ₱0.00 · Bank drops: ₱5,000.00')).toBeTruthy()
  await choose(person, movements.getByRole('combobox', { name: s.byKind }), s.movementKinds.drop)
  await waitFor(() => expect(queries.at(-1)).toEqual({ kind: 'drop' }))
  const unused = within(screen.getByRole('region', { name: s.unusedApprovals }))
  await choose(person, unused.getByRole('combobox', { name: s.byPerson }), joy.name)
  expect(await unused.findByText(s.noneFoundHint)).toBeTruthy()
  expect(queries.at(-1)).toEqual({ kind: 'drop' })
  await person.click(movements.getByRole('button', { name: exportMessages.exportCsv }))
  await waitFor(() => expect(asked).toContain('GET /api/cash/movements/export.csv'))
})
