import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi, type MockInstance } from 'vitest'
import { catalogueContract } from '#shared/catalogue/contract.ts'
import { resourcesContract, type Resource } from '#shared/resources/contract.ts'
import { resourceMessages as s } from '#shared/resources/messages.ts'
import { sampleId } from '#web/test/samples.ts'
import { answer, asked, drawScreen, refuse, sentBodies, sentVersions } from '#web/test/screen.tsx'
import { CloseHoursDialog, ExceptionsDialog } from './exceptions-dialog.tsx'
import { ResourceDialog } from './resource-dialog.tsx'
import ResourcesPage from './resources-page.tsx'

const ana: Resource = {
  id: sampleId(81),
  kind: 'practitioner',
  name: 'Dr. Ana Reyes',
  title: 'Dermatologist',
  colour: '#2f7c49',
  photo: null,
  is_active: true,
  services: [],
  week: [{ weekday: 1, opens_at: '09:00:00', closes_at: '18:00:00' }],
  exceptions: [],
  version: 3,
}
const leave = {
  id: sampleId(83),
  first_date: '2026-12-24',
  last_date: '2026-12-26',
  kind: 'leave' as const,
  starts_at: null,
  ends_at: null,
  note: '',
  closes_clinic: false,
}
const hit = {
  visits: [
    {
      id: sampleId(82),
      client_id: sampleId(84),
      client_name: 'Liza Soriano',
      contact_number: '0917 555 1234',
      email: 'liza@clients.test',
      service_name: 'Diamond peel',
      appointment_date: '2026-12-08',
      appointment_time: '09:00:00',
      duration_minutes: 30,
    },
  ],
  total: 1,
}
const refusal = { status: 409, code: 'conflict', message: s.affectedVisits(1), data: hit } as const
const page = (data: Resource[]) => ({ data, total: data.length, page: 1, per_page: 100 })
const closed = () => undefined
const lastBody = () => sentBodies.at(-1)

let appended: MockInstance<FormData['append']>
beforeEach(() => {
  appended = vi.spyOn(FormData.prototype, 'append')
})
/** The fields of the last multipart request, whose first field is the name. */
function sent(): Record<string, unknown> {
  const calls = appended.mock.calls
  return Object.fromEntries(calls.slice(calls.findLastIndex(([field]) => field === 'name')))
}

function noServices() {
  answer(catalogueContract.services, { data: [], total: 0, page: 1, per_page: 100 })
}

test('the form of a practitioner can remove the existing photo, and then offers no field for a new one', async () => {
  noServices()
  answer(resourcesContract.update, { data: { ...ana, version: 4 } })
  const { person } = drawScreen(
    <ResourceDialog
      open
      onClose={closed}
      kind="practitioner"
      resource={{ ...ana, photo: '/api/resource-photos/a.webp' }}
    />,
  )
  await person.click(screen.getByRole('switch', { name: s.withoutPhoto }))
  expect(screen.queryByLabelText(s.photo)).toBeNull()
  await person.click(screen.getByRole('button', { name: s.save }))
  await waitFor(() => expect(sent()).toMatchObject({ name: ana.name, without_photo: 'true' }))
})

test('the list of practitioners shows title, hours, leave and who is inactive; an empty list of devices says that it is empty and offers to add one', async () => {
  answer(resourcesContract.list, page([{ ...ana, is_active: false, exceptions: [leave] }]))
  const { person } = drawScreen(<ResourcesPage />)
  const row = (await screen.findByText('Dr. Ana Reyes')).closest('[role=row], tr')!
  for (const text of [
    'Dermatologist',
    'Inactive',
    'Mon: 9:00\u00a0AM\u00a0to\u00a06:00\u00a0PM',
    'Dec 24, 2026 to Dec 26, 2026',
  ])
    expect(row.textContent).toContain(text)
  answer(resourcesContract.list, page([]))
  await person.click(screen.getByRole('tab', { name: 'Devices' }))
  expect(await screen.findByText('No devices yet')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'ADD DEVICE' })).toBeTruthy()
})

test('a list of practitioners, rooms or devices that cannot be loaded shows an error', async () => {
  refuse(resourcesContract.list)
  drawScreen(<ResourcesPage />)
  expect(await screen.findByText(s.failedToLoad)).toBeTruthy()
})

test('a lunch break is added to a day’s hours with one tap, and one day’s hours can be copied to all working days', async () => {
  noServices()
  answer(resourcesContract.create, { data: ana })
  const { person } = drawScreen(<ResourceDialog open onClose={closed} kind="practitioner" resource={null} />)
  await person.type(await screen.findByLabelText(/^Name/), 'Dr. Ana Reyes')
  await person.click(screen.getByRole('switch', { name: 'Own hours' }))
  await person.click(screen.getByRole('button', { name: 'Monday: add a break' }))
  await person.click(screen.getByRole('switch', { name: 'Saturday' }))
  await person.click(screen.getByRole('button', { name: 'Use the hours of Monday for all working days' }))
  await person.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Dr. Ana Reyes was added.')
  const week = JSON.parse(sent().week as string) as { weekday: number; opens_at: string }[]
  expect(week).toHaveLength(10)
  expect(new Set(week.map(({ weekday }) => weekday))).toEqual(new Set([1, 2, 3, 4, 5]))
  expect(new Set(week.map(({ opens_at }) => opens_at))).toEqual(new Set(['09:00:00', '13:00:00']))
})

test('a practitioner’s own hours without a working day are rejected by the form', async () => {
  noServices()
  const { person } = drawScreen(<ResourceDialog open onClose={closed} kind="practitioner" resource={ana} />)
  await person.click(await screen.findByRole('switch', { name: 'Monday' }))
  await person.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(s.hoursRequired)).toBeTruthy()
})

test('visits affected by a practitioner’s new hours are listed, each to be moved or its client notified; saving again keeps the visits', async () => {
  noServices()
  refuse(resourcesContract.update, refusal)
  const { person } = drawScreen(<ResourceDialog open onClose={closed} kind="practitioner" resource={ana} />)
  await person.click(await screen.findByRole('switch', { name: 'Active' }))
  await person.click(screen.getByRole('button', { name: 'Save' }))
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('Diamond peel, Dec 8, 2026, 9:00 AM')
  // The first link of an affected visit is for moving the visit; the other links call or e-mail the client.
  const links = within(alert).getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/Appointment?search=Liza%20Soriano',
    'tel:+639175551234',
    'mailto:liza@clients.test',
  ])
  expect(screen.getByRole('button', { name: 'Cancel the change' })).toBeTruthy()
  expect(sent().despite_visits).toBeUndefined()

  answer(resourcesContract.update, { data: { ...ana, is_active: false } })
  await person.click(screen.getByRole('button', { name: 'Keep the visits and save' }))
  await screen.findByText('Dr. Ana Reyes was saved.')
  expect(sent()).toMatchObject({ despite_visits: 'true', is_active: 'false' })
  expect(sentVersions.at(-1)).toBe('3')
  const next = await screen.findByRole('dialog', { name: '1 visit needs a new time' })
  expect(within(next).getByRole('button', { name: 'Move the visit of Liza Soriano' })).toBeTruthy()
  expect(within(next).getByRole('button', { name: 'Ask Liza Soriano to choose a new time' })).toBeTruthy()
})

test('after a practitioner’s form is changed, the affected visits are computed and listed again', async () => {
  noServices()
  refuse(resourcesContract.update, refusal)
  const { person } = drawScreen(<ResourceDialog open onClose={closed} kind="practitioner" resource={ana} />)
  await person.click(await screen.findByRole('switch', { name: 'Active' }))
  await person.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByRole('alert')
  await person.type(screen.getByLabelText(/^Name/), ' Cruz')
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  await person.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByRole('alert')
  expect(sent().despite_visits).toBeUndefined()
})

test('leave during booked visits is added only after the user has seen the list of these visits and chosen to keep them', async () => {
  refuse(resourcesContract.addException, refusal)
  const { person } = drawScreen(<ExceptionsDialog open onClose={closed} resource={ana} />)
  expect(await screen.findByText(s.noEntries)).toBeTruthy()
  await person.click(screen.getByRole('button', { name: 'Add' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Liza Soriano')
  expect(lastBody()).toMatchObject({ kind: 'leave', starts_at: null, ends_at: null, despite_visits: false })

  answer(resourcesContract.addException, { data: { ...ana, exceptions: [leave] } })
  await person.click(screen.getByRole('button', { name: 'Keep the visits and save' }))
  expect(await screen.findByText('Dec 24, 2026 to Dec 26, 2026')).toBeTruthy()
  expect(lastBody()).toMatchObject({ despite_visits: true })
  expect(screen.queryByRole('alert')).toBeNull()
})

test('Escape closes the list of visits to move, and not the dialog below it', async () => {
  refuse(resourcesContract.addException, refusal)
  const onClose = vi.fn()
  const { person } = drawScreen(<ExceptionsDialog open onClose={onClose} resource={ana} />)
  await person.click(await screen.findByRole('button', { name: 'Add' }))
  await screen.findByRole('alert')
  answer(resourcesContract.addException, { data: { ...ana, exceptions: [leave] } })
  await person.click(screen.getByRole('button', { name: 'Keep the visits and save' }))
  const list = await screen.findByRole('dialog', { name: '1 visit needs a new time' })
  // Browsers send the Escape key to the body when nothing has the focus.
  fireEvent.keyDown(document.body, { key: 'Escape' })
  await waitFor(() => expect(list.isConnected).toBe(false))
  expect(onClose).not.toHaveBeenCalled()
})

test('an entry of leave or different hours is removed after a confirmation', async () => {
  answer(resourcesContract.removeException, { data: ana })
  const { person } = drawScreen(<ExceptionsDialog open onClose={closed} resource={{ ...ana, exceptions: [leave] }} />)
  await person.click(await screen.findByRole('button', { name: /^Remove: Leave/ }))
  await person.click(await screen.findByRole('button', { name: 'Remove' }))
  expect(await screen.findByText(s.noEntries)).toBeTruthy()
})

test('the clinic is closed for some hours of a day, once the user has confirmed the list of visits in these hours', async () => {
  refuse(resourcesContract.closeRooms, refusal)
  const { person } = drawScreen(<CloseHoursDialog open onClose={closed} />)
  await person.click(await screen.findByRole('button', { name: 'Close these hours' }))
  await screen.findByRole('alert')
  answer(resourcesContract.closeRooms, { data: { rooms: 2 } })
  await person.click(screen.getByRole('button', { name: 'Keep the visits and save' }))
  await screen.findByText('The hours are closed.')
  expect(lastBody()).toMatchObject({ starts_at: '09:00:00', ends_at: '18:00:00', despite_visits: true })
})

test('hours in which the clinic is closed are reopened in every room with one action', async () => {
  answer(resourcesContract.reopenRooms, { message: 'The clinic is open again in these hours.' })
  const closing = { ...leave, kind: 'block' as const, starts_at: '13:00:00', ends_at: '17:00:00', closes_clinic: true }
  const { person } = drawScreen(<ExceptionsDialog open onClose={closed} resource={{ ...ana, exceptions: [closing] }} />)
  expect(await screen.findByText(s.clinicClosed)).toBeTruthy()
  await person.click(screen.getByRole('button', { name: /^Remove: / }))
  await person.click(await screen.findByRole('button', { name: 'Open again' }))
  expect(await screen.findByText(s.noEntries)).toBeTruthy()
  expect(asked).toContain(`DELETE /api/closed-hours/${closing.id}`)
})
