import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { availabilityContract } from '#shared/appointments/availability-contract.ts'
import { catalogueContract } from '#shared/catalogue/contract.ts'
import type { Output } from '#shared/lib/endpoint.ts'
import { ANA, BEA } from '#web/test/board-samples.ts'
import { withMorning } from '#web/test/clock.ts'
import { listOf, sampleId, service } from '#web/test/samples.ts'
import { answer, answerBy, choose, drawScreen } from '#web/test/screen.tsx'
import { NextFreeDialog } from './next-free-dialog.tsx'

withMorning()

const drip = { ...service, id: sampleId(71), service_name: 'Glow Drip' }
const person = (id: string, name: string) => ({ id, name, title: '', photo: null })

/** The server's response with one free time, at which the first of these practitioners is free. */
const freeAt = (time: string, ...practitioners: ReturnType<typeof person>[]) => ({
  data: {
    duration_minutes: 30,
    horizon_days: null,
    minimum_notice_minutes: 0,
    practitioners,
    days: [{ date: '2026-11-22', starts: [{ time, practitioners: [0] }] }],
  },
})
type Answer = Output<typeof availabilityContract.atDesk>

/** Opens the dialog with the times of a facial. The next request waits for `release`. */
async function drawFound() {
  let release: (found: Answer) => void = () => undefined
  const later = new Promise<Answer>((resolve) => {
    release = resolve
  })
  const first = freeAt('09:00:00', person(ANA, 'Ana'), person(BEA, 'Bea'))
  answer(catalogueContract.services, listOf(service, drip))
  answerBy(availabilityContract.atDesk, ({ searchParams }) =>
    searchParams.get('service_id') === service.id && !searchParams.has('practitioner_id') ? first : later,
  )
  const drawn = drawScreen(<NextFreeDialog open onClose={() => undefined} />, { role: 'cashier' })
  await drawn.person.type(await screen.findByRole('combobox', { name: /Service/ }), 'hydra')
  await drawn.person.click(await screen.findByRole('option', { name: /Hydra Glow/ }))
  await screen.findByRole('button', { name: /9:00 AM ?Ana/ })
  return { ...drawn, release: (found: Answer) => release(found) }
}

test('while free times of another service are searched, those of the previous service and its practitioners are hidden', async () => {
  const { person: staff, release } = await drawFound()
  const field = screen.getByRole('combobox', { name: /Service/ })
  await staff.clear(field)
  await staff.type(field, 'glow d')
  await staff.click(await screen.findByRole('option', { name: /Glow Drip/ }))
  expect(screen.queryByRole('button', { name: /9:00 AM/ })).toBeNull()
  expect(screen.queryByText('Anyone')).toBeNull()
  release(freeAt('14:00:00', person(BEA, 'Bea')))
  expect(await screen.findByRole('button', { name: /2:00 PM ?Bea/ })).toBeTruthy()
})

test('while a practitioner’s free times are searched, earlier results are hidden, and the list of practitioners stays', async () => {
  const { person: staff, release } = await drawFound()
  const select = screen.getByRole('combobox', { name: /whom/i })
  await choose(staff, select, 'Bea')
  expect(screen.queryByRole('button', { name: /9:00 AM/ })).toBeNull()
  expect(document.activeElement).toBe(select)
  release(freeAt('15:00:00', person(BEA, 'Bea'), person(ANA, 'Ana')))
  expect(await screen.findByRole('button', { name: /3:00 PM ?Bea/ })).toBeTruthy()
})
