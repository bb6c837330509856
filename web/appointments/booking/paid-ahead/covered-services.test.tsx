import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { coveredContract } from '#shared/prepaid/covered-contract.ts'
import { TODAY } from '#web/test/clock.ts'
import { sampleId } from '#web/test/samples.ts'
import { answer, asked, drawScreen, loseConnection } from '#web/test/screen.tsx'
import { newBooking } from '#web/appointments/booking/booking.ts'
import type { BookingModel } from '#web/appointments/booking/use-booking.ts'
import { CoveredServices } from './covered-services.tsx'

const [peel, glow] = [sampleId(11), sampleId(12)]
const ofPeel = {
  service_id: peel,
  service_name: 'Diamond Peel',
  package_name: 'Glow Package',
  sessions_left: 3,
  sessions_total: 5,
  expires_on: null,
}

function draw({ role = 'client', more = {} }: { role?: string | null; more?: object } = {}) {
  const booker = { status: 'ready', data: role === null ? null : { user_role: role } }
  const model = { sources: { booker }, booking: { ...newBooking, service: peel, date: TODAY, ...more } }
  return drawScreen(<CoveredServices {...(model as unknown as BookingModel)} />, { role: 'client' })
}
const calls = () => asked.filter((one) => one.startsWith('GET /api/my/packages'))

test('the booking says which package of the client pays the chosen service, and how many sessions are left', async () => {
  answer(coveredContract.mine, { data: [ofPeel] })
  draw()
  expect(await screen.findByText('Covered by Glow Package, 3 of 5 left')).toBeTruthy()
})

test('in a visit with several services, each service that a package pays is named', async () => {
  answer(coveredContract.mine, { data: [ofPeel] })
  draw({ more: { earlier: [{ service: glow }] } })
  expect(await screen.findByText('Diamond Peel: Covered by Glow Package, 3 of 5 left')).toBeTruthy()
})

test('the packages of visitors and of staff are not requested', () => {
  draw({ role: null })
  draw({ role: 'cashier' })
  expect(calls()).toEqual([])
})

test('no error is shown when the packages of the client cannot be read', async () => {
  loseConnection(coveredContract.mine)
  draw()
  await expect.poll(() => calls().length).toBeGreaterThan(0)
  expect(screen.queryByRole('list')).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
})
