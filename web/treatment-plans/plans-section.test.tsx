import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { bookingCatalogueContract } from '#shared/catalogue/booking-contract.ts'
import { treatmentPlansContract, type TreatmentPlan } from '#shared/treatment-plans/contract.ts'
import { sampleId, service, treatment } from '#web/test/samples.ts'
import { answer, choose, drawScreen, refuse, sentBodies, sentVersions } from '#web/test/screen.tsx'
import { contact, samplePlan } from './plan-fixture.ts'
import PlansSection from './plans-section.tsx'

const draw = (plans: TreatmentPlan[], isLocked = false) => {
  answer(treatmentPlansContract.inChart, { data: plans })
  return drawScreen(<PlansSection clientId={contact.client_id} name="Bianca Garcia" isLocked={isLocked} />, {
    role: 'practitioner',
    keepsCharts: true,
  })
}

test('a treatment plan shows its progress as text and bar, its goal, and since when the next session is due', async () => {
  draw([samplePlan()])
  expect(await screen.findByText('2 of 6 sessions done · every 3 weeks')).toBeTruthy()
  const bar = screen.getByRole('progressbar', { name: '2 of 6 sessions done' })
  expect([bar.ariaValueNow, bar.ariaValueMax]).toEqual(['2', '6'])
  expect(screen.getByText('Due since February 24, 2020')).toBeTruthy()
  expect(screen.getByText('Even skin tone')).toBeTruthy()
})

test('a treatment plan shows the date on which the next session is booked or due; a completed plan shows the date of its last session', async () => {
  draw([
    samplePlan({ due_on: '2099-12-12' }),
    samplePlan({ id: sampleId(96), booked_for: '2099-12-01' }),
    samplePlan({ id: sampleId(97), state: 'completed', done: 6, due_on: null }),
  ])
  expect(await screen.findByText('Next session due December 12, 2099')).toBeTruthy()
  expect(screen.getByText('Next session booked for December 1, 2099')).toBeTruthy()
  expect(screen.getByText('Last session February 3, 2020')).toBeTruthy()
})

test('a chart without treatment plans offers to start one; a locked chart does not', async () => {
  draw([], true)
  expect(await screen.findByText('No treatment plan yet')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})

test('a treatment plan is started with service, sessions and interval; a missing service is reported at its field', async () => {
  answer(bookingCatalogueContract.treatments, { data: [{ ...treatment, treatment_pic: null }] })
  answer(bookingCatalogueContract.services, { data: [service] })
  answer(treatmentPlansContract.start, { data: samplePlan() })
  const { person } = draw([])
  await person.click(await screen.findByRole('button', { name: 'START PLAN' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Start Treatment Plan' }))
  await person.click(dialog.getByRole('button', { name: 'START PLAN' }))
  expect(await dialog.findByText('Please choose a service.')).toBeTruthy()
  await choose(person, dialog.getByRole('combobox', { name: /^Treatment/ }), 'Facials')
  await choose(person, dialog.getByRole('combobox', { name: /^Service/ }), service.service_name)
  fireEvent.change(dialog.getByLabelText('Sessions'), { target: { value: '8' } })
  await person.click(dialog.getByRole('button', { name: 'START PLAN' }))
  expect(await screen.findByText('Treatment plan started')).toBeTruthy()
  expect(sentBodies.at(-1)).toMatchObject({ service_id: service.id, sessions: 8, interval_unit: 'weeks' })
})

test('a stale form of a treatment plan shows the newer values and keeps what was typed', async () => {
  const { person } = draw([samplePlan()])
  await person.click(await screen.findByRole('button', { name: 'EDIT' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Treatment Plan' }))
  const goal = dialog.getByRole<HTMLTextAreaElement>('textbox', { name: /^Goal/ })
  await person.clear(goal)
  await person.type(goal, 'Fewer scars')
  refuse(treatmentPlansContract.change, {
    status: 409,
    code: 'stale',
    message: 'Somebody changed this plan.',
    data: samplePlan({ sessions: 8, version: 5 }),
  })
  await person.click(dialog.getByRole('button', { name: 'SAVE PLAN' }))
  await expect.poll(() => dialog.getByLabelText<HTMLInputElement>('Sessions').value).toBe('8')
  expect(goal.value).toBe('Fewer scars')
  expect(sentVersions).toEqual(['4'])
})

test('a treatment plan is ended after a confirmation, and an ended plan can be continued', async () => {
  answer(treatmentPlansContract.setEnded, { data: samplePlan({ state: 'ended', due_on: null }) })
  const { person } = draw([
    samplePlan(),
    samplePlan({ id: sampleId(96), service_name: 'Diamond peel', state: 'ended', due_on: null }),
  ])
  await person.click(await screen.findByRole('button', { name: 'END PLAN' }))
  const question = within(await screen.findByRole('alertdialog'))
  expect(question.getByText('End the plan for Hydra Glow?')).toBeTruthy()
  await person.click(question.getByRole('button', { name: 'END PLAN' }))
  expect(await screen.findByText('Treatment plan ended')).toBeTruthy()
  await person.click(screen.getByRole('button', { name: 'CONTINUE PLAN' }))
  expect(await screen.findByText('Treatment plan continued')).toBeTruthy()
  expect(sentBodies).toEqual([{ is_ended: true }, { is_ended: false }])
})
