import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { photoQueue } from '#web/chart-photos/photo-queue.ts'
import { devicePhotoStore } from '#web/chart-photos/photo-store.ts'
import type { WaitingPhoto } from '#web/chart-photos/upload-queue.ts'
import { PHOTO_DATABASE } from '#web/lib/waiting-photos.ts'
import { sampleId } from '#web/test/samples.ts'
import { drawScreen, personOfRole } from '#web/test/screen.tsx'
import { type LoadPage, routeOf } from '#web/app/routes.ts'
import { AppLayout } from './app-layout.tsx'
import { StaffLayout } from './staff-layout.tsx'

/** The links of an admin’s navigation bar: the name, the path and the heading of the page. */
const bar = [
  ['Home', '/dashboard', 'Dashboard'],
  ['Clients History', '/clientPage', 'Client History'],
  ['Appointments', '/Appointment', 'Manage Appointments'],
  ['Inventory', '/suppliesPage', 'Supplies Inventory'],
] as const

/** The items of the Settings menu: the name, the path and the heading of the page. */
const settings = [
  ['Treatments', '/settings/treatments', 'Treatments & Services'],
  ['User Management', '/settings/users', 'User Management'],
  ['Log-in security', '/settings/log-in', 'Log-in security'],
  ['History Logs', '/settings/Historylogs', 'History Logs'],
  ['Transactions', '/settings/Transactions', 'Transactions'],
  ['Gift Cards', '/settings/gift-cards', 'Gift cards and store credit'],
  ['Overview', '/overview', 'Overview'],
  ['Reports', '/reports', 'Reports'],
  ['Practitioners & Rooms', '/settings/practitioners', 'Practitioners & Rooms'],
  ['Messages', '/settings/messages', 'Messages'],
  ['E-mail', '/settings/email', 'E-mail'],
  ['Payments', '/settings/payments', 'Payments'],
  ['Deposit Settings', '/settings/deposits', 'Deposit Settings'],
  ['Terminals', '/settings/terminals', 'Terminals'],
  ['Documents', '/settings/documents', 'Documents'],
  ['Taxes & Accounting', '/settings/accounting', 'Taxes & Accounting'],
  ['Clinical Record', '/settings/clinical-record', 'Clinical Record'],
  ['Developers', '/settings/developers', 'Developers'],
  ['Import', '/settings/import', 'Import'],
  ['Website', '/settings/website', 'Website'],
  ['Clinic Profile', '/settings/clinic', 'Clinic Profile'],
  ['Export', '/settings/export', 'Export'],
  ['System', '/settings/system', 'System'],
] as const

afterEach(async () => {
  for (const { id } of photoQueue.current()) await photoQueue.remove(id)
})

type Links = readonly (readonly [name: string, path: string, ...others: string[]])[]

/** Checks the names and the addresses of the links, and returns them. */
function expectLinks(links: HTMLElement[], expected: Links): HTMLElement[] {
  expect(links.map((link) => [link.textContent, link.closest('a')?.getAttribute('href')])).toEqual(
    expected.map(([name, path]) => [name, path]),
  )
  return links
}
const mainLinks = () => within(screen.getByRole('navigation', { name: 'Main' })).getAllByRole('link')
const isCurrent = (link: HTMLElement) => link.getAttribute('aria-current') === 'page'

test('an admin finds every page of the clinic in the navigation bar or under Settings', async () => {
  for (const [index, [, at]] of bar.entries()) {
    drawScreen(<StaffLayout person={personOfRole('admin')} />, { at })
    const links = expectLinks(mainLinks(), bar)
    expect(links.map(isCurrent)).toEqual(bar.map((_, other) => other === index))
    cleanup()
  }
  const { person } = drawScreen(<StaffLayout person={personOfRole('admin')} />)
  await person.click(screen.getByRole('button', { name: 'Settings' }))
  expectLinks(await screen.findAllByRole('menuitem'), settings)
})

test('every page of an admin’s navigation bar and Settings menu has the heading of its name', async () => {
  const pages = await Promise.all([...bar, ...settings].map(([, path]) => (routeOf(path)!.page as LoadPage)()))
  for (const [index, [, at, heading]] of [...bar, ...settings].entries()) {
    const { default: Page } = pages[index]!
    drawScreen(<Page />, { at })
    expect((await screen.findByRole('heading', { level: 1 })).textContent, at).toContain(heading)
    cleanup()
  }
})

test.each([
  {
    role: 'cashier',
    links: [
      ['Cashier', '/cashier'],
      ['Appointments', '/cashier/appointments'],
      ['Transactions', '/cashier/transactions'],
      ['Client History', '/cashier/clients'],
      ['Book Appointment', '/BookAppointment'],
      ['Profile', '/Profile'],
    ],
  },
  {
    role: 'client',
    links: [
      ['Book Appointment', '/BookAppointment'],
      ['Profile', '/Profile'],
    ],
  },
  {
    role: 'practitioner',
    links: [
      ['My day', '/my-day'],
      ['Profile', '/Profile'],
    ],
  },
] as const)(
  'the navigation bar of a $role links to exactly the pages meant for a $role',
  ({ role, links: expected }) => {
    for (const [, at] of expected) {
      drawScreen(<AppLayout />, { role, at })
      const current = expectLinks(mainLinks(), expected).filter(isCurrent)
      expect(current.map((link) => link.getAttribute('href'))).toEqual([at])
      cleanup()
    }
  },
)

test.each([
  ['admin', '/Appointment/waitlist', 'Appointments'],
  ['admin', '/admin/deposits', 'Appointments'],
  ['admin', '/due-clients', 'Appointments'],
  ['admin', '/charts/1', 'Clients History'],
  ['cashier', '/cashier/appointments/waitlist', 'Appointments'],
  ['cashier', '/cashier/deposits', 'Appointments'],
  ['cashier', '/due-clients', 'Appointments'],
  ['cashier', '/cashier/gift-cards', 'Cashier'],
  ['cashier', '/charts/1', 'Client History'],
  ['practitioner', '/charts/1/notes/2', 'My day'],
] as const)('for %s, at %s the navigation bar marks only the link %s as current', (role, at, name) => {
  drawScreen(<AppLayout />, { role, at })
  expect(
    mainLinks()
      .filter(isCurrent)
      .map((link) => link.textContent),
  ).toEqual([name])
})

test('every page of the Settings menu and the pages Waitlist and First steps exist', async () => {
  const { person } = drawScreen(<StaffLayout person={personOfRole('admin')} />)
  await person.click(screen.getByRole('button', { name: 'Settings' }))
  const menu = await screen.findAllByRole('menuitem')
  const pages = menu.map(({ textContent }) => textContent)
  expect(pages).toContain('Terminals')
  await person.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  await person.keyboard('{Control>}k{/Control}')
  await screen.findByRole('combobox')
  const options = screen.getAllByRole('option').map(({ textContent }) => textContent)
  expect(options).toEqual(expect.arrayContaining([...pages, 'Waitlist', 'First steps']))
})

test('while the clinic keeps charts, a practitioner’s navigation bar has a link to the clients whose next session is due', async () => {
  drawScreen(<StaffLayout person={{ ...personOfRole('practitioner'), clinical_record: true }} />)
  expect(screen.getByRole('link', { name: 'Due for a Session' }).getAttribute('href')).toBe('/due-clients')
  cleanup()
  drawScreen(<StaffLayout person={personOfRole('practitioner')} />)
  expect(screen.getByRole('link', { name: 'My day' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Due for a Session' })).toBeNull()
})

const photo: WaitingPhoto = {
  id: sampleId(1),
  ownerId: personOfRole('practitioner').id,
  clientId: sampleId(62),
  name: 'face.jpg',
  type: 'image/jpeg',
  content: new ArrayBuffer(1),
  angle: 'front',
  area: null,
  note: null,
  taken_at: '2026-11-20T10:00:00+08:00',
}

/** A device on which databases with these names exist. jsdom has no IndexedDB. */
function stubDevice(names: readonly string[]) {
  vi.stubGlobal('indexedDB', { databases: async () => names.map((name) => ({ name, version: 1 })) })
  return vi
    .spyOn(devicePhotoStore, 'all')
    .mockImplementation(async (ownerId) => [photo].filter((each) => each.ownerId === ownerId))
}

test('every page with the navigation bar of staff uploads the chart photos that wait on the device, if the person who took them is logged in', async () => {
  const read = stubDevice(['other', PHOTO_DATABASE])
  drawScreen(<StaffLayout person={personOfRole('practitioner')} />, { role: 'practitioner' })
  await expect.poll(() => photoQueue.current().map(({ name }) => name)).toEqual(['face.jpg'])
  expect(read).toHaveBeenCalledWith(photo.ownerId)
})

test('the navigation bar does not load the code that uploads chart photos on a device that never had one', async () => {
  const read = stubDevice(['other'])
  const looked = vi.spyOn(indexedDB, 'databases')
  drawScreen(<StaffLayout person={personOfRole('practitioner')} />, { role: 'practitioner' })
  // Pages of earlier tests, which are idle by now, may look too.
  await expect.poll(() => looked.mock.calls.length).toBeGreaterThan(0)
  await looked.mock.results[0]!.value
  expect(read).not.toHaveBeenCalled()
})
