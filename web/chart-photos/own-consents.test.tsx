import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ownConsentsContract, type OwnConsent } from '#shared/chart-photos/contract.ts'
import { sampleId } from '#web/test/samples.ts'
import { answer, asked, drawScreen, loseConnection, sentBodies } from '#web/test/screen.tsx'
import { OwnConsents } from './own-consents.tsx'

const ofAll: OwnConsent = {
  id: sampleId(801),
  photo: null,
  is_given: true,
  decided_on: '2026-11-01',
  purpose: 'Website, without the name',
  asked_by: 'Dra. Reyes',
  is_current: true,
}
const ofOne: OwnConsent = {
  ...ofAll,
  id: sampleId(802),
  photo: { id: sampleId(803), angle: 'left_45', area: null, taken_at: '2026-10-01T09:00:00+08:00' },
}

const draw = (consents: OwnConsent[], keepsCharts = true) => {
  answer(ownConsentsContract.list, { data: consents })
  return drawScreen(<OwnConsents />, { role: 'client', keepsCharts })
}

test('a client sees each of their publication consents with photo, purpose and date, and withdraws one after a confirmation', async () => {
  const { person } = draw([ofAll, ofOne])
  expect(await screen.findByText('All my photos')).toBeTruthy()
  expect(screen.getAllByText('Website, without the name')).toHaveLength(2)
  expect(screen.getAllByText('You agreed on Nov 1, 2026, asked by Dra. Reyes')).toHaveLength(2)
  expect(screen.getByRole('img', { name: 'Left 45°, Oct 1, 2026' })).toBeTruthy()
  answer(ownConsentsContract.withdraw, { data: [] })
  await person.click(screen.getByRole('button', { name: 'Withdraw the consent: Left 45°, Oct 1, 2026' }))
  const question = within(await screen.findByRole('alertdialog'))
  expect(asked.filter((call) => call.startsWith('POST'))).toEqual([])
  answer(ownConsentsContract.list, { data: [{ ...ofAll, is_given: false, is_current: false, purpose: null }] })
  await person.click(question.getByRole('button', { name: 'WITHDRAW' }))
  expect(await screen.findByText('Consent withdrawn')).toBeTruthy()
  expect(sentBodies).toEqual([{ photo_id: ofOne.photo!.id }])
  expect(await screen.findByText('Withdrawn on Nov 1, 2026')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Withdraw/ })).toBeNull()
})

test('a publication consent that a later decision has ended cannot be withdrawn again', async () => {
  draw([{ ...ofAll, is_current: false }])
  expect(await screen.findByText('No longer valid')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})

test('in a clinic without charts, a client’s own consents to publication are not requested from the server', () => {
  draw([ofAll], false)
  expect(asked).toEqual([])
})

test('when a client’s own consents to publication cannot be loaded, an error is shown', async () => {
  loseConnection(ownConsentsContract.list)
  drawScreen(<OwnConsents />, { role: 'client', keepsCharts: true })
  expect(await screen.findByText('Your consents could not be loaded.')).toBeTruthy()
})
