import { clinicContract } from '#shared/clinic/contract.ts'
import { resourceMessages } from '#shared/resources/messages.ts'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { hasUnsavedChanges } from '#web/ui/overlays/unsaved-changes.ts'
import { dropSession } from '#web/lib/session/session.ts'
import { profile, sampleId } from '#web/test/samples.ts'
import { answer, drawScreen, refuse, sentBodies, sentVersions } from '#web/test/screen.tsx'
import ClinicPage from './clinic-page.tsx'
import FirstStepsPage from './first-steps-page.tsx'

const question = () => screen.queryByRole('alertdialog', { name: 'Leave without saving?' })
const closing = () => {
  const event = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(event)
  return event.defaultPrevented
}

async function openForm() {
  answer(clinicContract.read, { data: profile, sends_email: false })
  const { person, router } = drawScreen(<ClinicPage />, { at: '/settings/clinic' })
  const name = await screen.findByLabelText<HTMLInputElement>(/^Clinic name/)
  const at = () => router.state.location.pathname
  return { person, router, name, at }
}

test('an unchanged clinic profile can be left without a confirmation', async () => {
  const { router, at } = await openForm()
  expect(closing()).toBe(false)
  await router.navigate('/dashboard')
  expect(at()).toBe('/dashboard')
})

test('leaving a changed clinic profile asks first, and staying keeps the changes', async () => {
  const { person, router, name, at } = await openForm()
  await person.type(name, ' Skin')
  expect(closing()).toBe(true)
  await router.navigate('/dashboard')
  await person.click(await screen.findByRole('button', { name: 'Stay' }))
  expect(at()).toBe('/settings/clinic')
  expect(name.value).toBe('Mutya Skin')
  await waitFor(() => expect(question()).toBeNull())
  await router.navigate('/dashboard')
  await person.click(await screen.findByRole('button', { name: 'Leave' }))
  await waitFor(() => expect(at()).toBe('/dashboard'))
})

test('a clinic sets its start times, minimum notice and booking horizon', async () => {
  answer(clinicContract.save, { data: profile })
  const { person } = await openForm()
  const choose = async (field: string, option: string) => {
    await person.click(screen.getByRole('combobox', { name: field }))
    await person.click(await screen.findByRole('option', { name: option }))
  }
  await choose('Visits can begin every', '15 minutes')
  await choose('Clients can book until', '2 hours before')
  await choose('How far ahead clients can book', '60 days ahead')
  await person.click(screen.getByRole('button', { name: 'SAVE CHANGES' }))
  await screen.findByText('Clinic profile saved.')
  expect(sentBodies.at(-1)).toMatchObject({
    start_interval_minutes: 15,
    minimum_notice_minutes: 120,
    horizon_days: 60,
  })
})

test('the clinic profile can be left without a confirmation after saving, or when the session has ended', async () => {
  answer(clinicContract.save, { data: { ...profile, name: 'Mutya Skin' } })
  const saved = await openForm()
  await saved.person.type(saved.name, ' Skin')
  await saved.person.click(screen.getByRole('button', { name: 'SAVE CHANGES' }))
  expect(await screen.findByText('Clinic profile saved.')).toBeTruthy()
  expect(closing()).toBe(false)
  await saved.person.type(saved.name, ' Clinic')
  dropSession({ notifyTabs: false })
  await saved.router.navigate('/login')
  expect(question()).toBeNull()
  expect(saved.at()).toBe('/login')
})

const hoursOf = (day: string) =>
  ['opens', 'closes'].map((end) => screen.getByRole('combobox', { name: `${day}: ${end}` }).textContent)

test('if another user has changed the clinic profile since it was opened, the form keeps the typed text, shows the other user’s changes, and can be saved', async () => {
  const { person, name } = await openForm()
  const opening_hours = profile.opening_hours.map((day) => ({ ...day, last_slot: day.weekday === 2 ? 10 : 32 }))
  const newer = { ...profile, tin: '123', opening_hours, version: 2 }
  refuse(clinicContract.save, { status: 409, code: 'stale', message: 'Somebody changed this.', data: newer })
  await person.type(name, ' Skin')
  await person.click(screen.getByRole('switch', { name: /^Monday/ }))
  await person.click(screen.getByRole('button', { name: 'SAVE CHANGES' }))
  expect(await screen.findByText('Somebody changed this.')).toBeTruthy()
  expect(name.value).toBe('Mutya Skin')
  expect(screen.getByLabelText<HTMLInputElement>(/^TIN/).value).toBe('123')
  expect(screen.getByRole('switch', { name: /^Monday/ }).getAttribute('aria-checked')).toBe('false')
  expect(hoursOf('Tuesday')).toEqual(['8:00 AM', '1:30 PM'])
  expect(screen.queryByText(/Somebody else/)).toBeNull()
  answer(clinicContract.save, { data: { ...newer, version: 3 } })
  await person.click(screen.getByRole('button', { name: 'SAVE CHANGES' }))
  expect(await screen.findByText('Clinic profile saved.')).toBeTruthy()
  expect(sentVersions).toEqual(['1', '2'])
})

test('opening hours are entered as Opens and Closes, and sent as the first and last half hour between them', async () => {
  const { person } = await openForm()
  expect(hoursOf('Monday')).toEqual(['8:00 AM', '12:30 AM'])
  await person.click(screen.getByRole('combobox', { name: 'Monday: closes' }))
  await person.click(await screen.findByRole('option', { name: '6:00 PM' }))
  expect(hoursOf('Monday')).toEqual(['8:00 AM', '6:00 PM'])
  answer(clinicContract.save, { data: { ...profile, version: 2 } })
  await person.click(screen.getByRole('button', { name: 'SAVE CHANGES' }))
  expect(await screen.findByText('Clinic profile saved.')).toBeTruthy()
  // Closing at 6 PM is sent as the last half hour, which begins at 5:30 PM.
  const { opening_hours } = sentBodies.at(-1) as typeof profile
  expect(opening_hours.find(({ weekday }) => weekday === 1)).toMatchObject({ first_slot: 0, last_slot: 19 })
})

test('in the form, the opening hours of a day that another user has changed too are marked', async () => {
  const { person } = await openForm()
  const opening_hours = profile.opening_hours.map((day) => ({ ...day, last_slot: day.weekday === 1 ? 10 : 32 }))
  const data = { ...profile, opening_hours, version: 2 }
  refuse(clinicContract.save, { status: 409, code: 'stale', message: 'Somebody changed this.', data })
  await person.click(screen.getByRole('switch', { name: /^Monday/ }))
  await person.click(screen.getByRole('button', { name: 'SAVE CHANGES' }))
  expect(await screen.findByText('Somebody else changed this too. Save again to keep yours.')).toBeTruthy()
  expect(screen.queryByText('Choose a closing time that is later than the opening time.')).toBeNull()
})

test('one day’s hours can be copied to all days, and closed days stay closed', async () => {
  const days = profile.opening_hours.map((day) => ({ ...day, is_open: day.weekday !== 0 }))
  answer(clinicContract.read, {
    data: { ...profile, opening_hours: days.with(1, { ...days[1]!, first_slot: 2, last_slot: 16 }) },
    sends_email: false,
  })
  const { person } = drawScreen(<ClinicPage />, { at: '/settings/clinic' })
  await person.click(await screen.findByRole('button', { name: 'Use the hours of Monday for all days' }))
  expect(await screen.findByText('All days now use the hours of Monday.')).toBeTruthy()
  for (const day of ['Sunday', 'Tuesday', 'Saturday']) expect(hoursOf(day)).toEqual(['9:00 AM', '4:30 PM'])
  expect(screen.getByRole('switch', { name: /^Sunday/ }).getAttribute('aria-checked')).toBe('false')
  expect(closing()).toBe(true)
})

test('when two admins change the same field of the clinic profile, the one who saves later keeps the typed text, sees the saved value, and can save again', async () => {
  const { person, name } = await openForm()
  const message = 'Somebody changed this.'
  const newer = { ...profile, name: 'Perlas', tin: '123-456-789', version: 2 }
  refuse(clinicContract.save, { status: 409, code: 'stale', message, data: newer })
  await person.type(name, ' Skin')
  await person.click(screen.getByRole('button', { name: 'SAVE CHANGES' }))
  const note = 'Somebody else changed this to Perlas. Save again to keep yours.'
  const described = () =>
    (name.getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent)
  await waitFor(() => expect(described()).toContain(note))
  await waitFor(() => expect(document.activeElement).toBe(name))
  expect(name.value).toBe('Mutya Skin')
  expect(screen.getByLabelText<HTMLInputElement>(/^TIN/).value).toBe('123-456-789')
  answer(clinicContract.save, { data: { ...newer, name: 'Mutya Skin', version: 3 } })
  await person.click(screen.getByRole('button', { name: 'SAVE CHANGES' }))
  expect(await screen.findByText('Clinic profile saved.')).toBeTruthy()
  expect(sentBodies.at(-1)).toMatchObject({ name: 'Mutya Skin', tin: '123-456-789' })
  expect(sentVersions).toEqual(['1', '2'])
})

test('the hours of one day are changed and copied to all days of the week with three clicks', async () => {
  answer(clinicContract.save, { data: { ...profile, version: 2 } })
  const { person } = await openForm()
  let clicks = 0
  const click = (element: HTMLElement) => {
    clicks += 1
    return person.click(element)
  }
  await click(screen.getByRole('combobox', { name: 'Monday: closes' }))
  await click(await screen.findByRole('option', { name: '5:00 PM' }))
  await click(screen.getByRole('button', { name: 'Use the hours of Monday for all days' }))
  await waitFor(() => expect(hoursOf('Saturday')).toEqual(['8:00 AM', '5:00 PM']))
  expect(clicks).toBe(3)
  await person.click(screen.getByRole('button', { name: 'SAVE CHANGES' }))
  expect(await screen.findByText('Clinic profile saved.')).toBeTruthy()
  const { opening_hours } = sentBodies.at(-1) as typeof profile
  expect(new Set(opening_hours.map(({ last_slot }) => last_slot))).toEqual(new Set([17]))
})

test('the log-out confirmation says that changes of the clinic profile are not saved', async () => {
  const { person, name } = await openForm()
  await person.type(name, ' Skin')
  expect(hasUnsavedChanges()).toBe(true)
  cleanup()
  expect(hasUnsavedChanges()).toBe(false)
})

test('new opening hours that affect booked visits list the visits, and are saved after a confirmation', async () => {
  const visit = {
    id: sampleId(51),
    client_id: sampleId(31),
    client_name: 'Bianca Garcia',
    contact_number: null,
    email: null,
    service_name: 'Hydra Glow',
    appointment_date: '2026-11-23',
    appointment_time: '09:00:00',
    duration_minutes: 30,
  }
  const message = 'This affects 1 booked visit. It stays booked until you move it.'
  refuse(clinicContract.save, { status: 409, code: 'conflict', message, data: { visits: [visit], total: 1 } })
  const { person, name } = await openForm()
  await person.type(name, ' Skin')
  await person.click(screen.getByRole('button', { name: 'SAVE CHANGES' }))
  expect(await screen.findByText(message)).toBeTruthy()
  expect(screen.getByRole('link', { name: /Bianca Garcia/ })).toBeTruthy()
  expect(sentBodies.at(-1)).toMatchObject({ despite_visits: false })
  answer(clinicContract.save, { data: { ...profile, name: 'Mutya Skin' } })
  await person.click(screen.getByRole('button', { name: 'Keep the visits and save' }))
  expect(await screen.findByText('Clinic profile saved.')).toBeTruthy()
  expect(sentBodies.at(-1)).toMatchObject({ despite_visits: true })
})

test('the page “First steps” lists the visits that new hours affect, and each can be moved or its client notified', async () => {
  answer(clinicContract.read, { data: profile, sends_email: false })
  const visit = {
    id: sampleId(71),
    client_id: sampleId(72),
    duration_minutes: 30,
    client_name: 'Liza Soriano',
    contact_number: null,
    email: 'liza@clients.test',
    service_name: 'Hydra Glow',
    appointment_date: '2026-11-23',
    appointment_time: '19:00:00',
  }
  refuse(clinicContract.save, {
    status: 409,
    code: 'conflict',
    message: 'This affects 1 booked visit.',
    data: { visits: [visit], total: 1 },
  })
  const { person, router } = drawScreen(<FirstStepsPage />, { at: '/settings/first-steps' })
  await person.click(await screen.findByRole('switch', { name: /^Monday/ }))
  await person.click(screen.getByRole('button', { name: 'Next' }))
  expect((await screen.findByRole('alert')).textContent).toContain('This affects 1 booked visit.')
  expect(screen.getByRole('link', { name: resourceMessages.openVisit('Liza Soriano') })).toBeTruthy()
  answer(clinicContract.save, { data: profile })
  await person.click(screen.getByRole('button', { name: 'Keep the visits and save' }))
  await waitFor(() => expect(sentBodies.at(-1)).toMatchObject({ despite_visits: true }))
  // After saving, the next step opens, and a dialog with the list of visits to move is open over it.
  const list = await screen.findByRole('dialog', { name: resourceMessages.toMoveTitle(1) })
  expect(within(list).getByRole('button', { name: 'Move the visit of Liza Soriano' })).toBeTruthy()
  expect(within(list).getByRole('button', { name: resourceMessages.messageTo('Liza Soriano') })).toBeTruthy()
  expect(router.state.location.search).toBe('?step=services')
  await person.click(within(list).getAllByRole('button', { name: resourceMessages.close }).at(-1)!)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('new hours on the page “First steps” that affect no visit are saved without listing visits', async () => {
  answer(clinicContract.read, { data: profile, sends_email: false })
  answer(clinicContract.save, { data: profile })
  const { person, router } = drawScreen(<FirstStepsPage />, { at: '/settings/first-steps' })
  await person.click(await screen.findByRole('switch', { name: /^Monday/ }))
  await person.click(screen.getByRole('button', { name: 'Next' }))
  await waitFor(() => expect(router.state.location.search).toBe('?step=services'))
  expect(screen.queryByRole('dialog')).toBeNull()
})
