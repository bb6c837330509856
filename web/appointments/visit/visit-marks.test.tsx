import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { visitContract } from '#shared/appointments/desk-contract.ts'
import { client, visit } from '#web/test/samples.ts'
import { answer, asked, drawScreen } from '#web/test/screen.tsx'
import { useUndo } from './visit-changes.ts'
import { NoShowMark } from './visit-marks.tsx'

function Undo() {
  const undo = useUndo()
  return <button onClick={() => void undo.run(visit)}>Undo</button>
}

test('booking for a client with earlier no-shows displays their number and the last date', async () => {
  answer(visitContract.noShows, { data: { no_shows: 2, last_date: '2026-11-03' } })
  drawScreen(<NoShowMark clientId={client.id} />)
  expect(await screen.findByText('2 no-shows, the last on Nov 3, 2026')).toBeTruthy()
})

test('booking for a client without no-shows displays no note about no-shows', async () => {
  answer(visitContract.noShows, { data: { no_shows: 0, last_date: null } })
  drawScreen(<NoShowMark clientId={client.id} />)
  await waitFor(() => expect(asked).toContain(`GET /api/clients/${client.id}/no-shows`))
  expect(screen.queryByRole('status', { name: /no-show/ })).toBeNull()
  expect(screen.queryByText(/no-show/)).toBeNull()
})

test('the number of a client’s no-shows is loaded again after a status change', async () => {
  answer(visitContract.noShows, { data: { no_shows: 2, last_date: '2026-11-20' } })
  answer(visitContract.undo, { data: visit })
  const { person } = drawScreen(
    <>
      <NoShowMark clientId={client.id} />
      <Undo />
    </>,
  )
  expect(await screen.findByText(/^2 no-shows/)).toBeTruthy()
  answer(visitContract.noShows, { data: { no_shows: 1, last_date: '2026-11-03' } })
  await person.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText(/^1 no-show,/)).toBeTruthy()
})
