import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { chartsContract, type RecordFinding } from '#shared/charts/contract.ts'
import { clinicalRecordMessages as s } from '#shared/charts/messages.ts'
import { answer, drawScreen } from '#web/test/screen.tsx'
import { RecordCheckNotice } from './record-check.tsx'

const CLIENT = '01900000-0000-7000-8000-0000000000a1'
const checkWith = (findings: RecordFinding[]) =>
  answer(chartsContract.recordCheck, {
    data: { checked_at: '2026-11-21T02:30:00+08:00', forms: 20, notes: 1, findings },
  })

test('the check of signed records says that all are unchanged, and since when', async () => {
  checkWith([])
  drawScreen(<RecordCheckNotice />)
  expect(await screen.findByText(s.allMatch(20, 1, 'Nov 21, 2026, 2:30 AM'))).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('the check of signed records names a signed copy that does not match, with a link to its chart, and says what was deleted', async () => {
  const record = { client_id: CLIENT, client_name: 'Ana Reyes', title: 'Peel consent', signed_on: '2026-11-20' }
  checkWith([
    { records: 'forms', problem: 'altered', record },
    { records: 'notes', problem: 'deleted', record: null },
    { records: 'notes', problem: 'broken', record: null },
  ])
  drawScreen(<RecordCheckNotice />)
  const notice = await screen.findByRole('alert')
  expect(notice.textContent).toContain(s.doNotMatch(3))
  const link = screen.getByRole('link', { name: s.recordOf('Peel consent', 'Ana Reyes', 'November 20, 2026') })
  expect(link.getAttribute('href')).toBe(`/charts/${CLIENT}?part=forms`)
  expect(notice.textContent).toContain(s.altered)
  expect(notice.textContent).toContain(s.problemsWithout.notes.deleted)
  expect(notice.textContent).toContain(s.problemsWithout.notes.broken)
})
