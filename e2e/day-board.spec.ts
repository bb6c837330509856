import type { Page } from '@playwright/test'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { bookingCatalogueContract } from '#shared/catalogue/booking-contract.ts'
import { resourcesContract } from '#shared/resources/contract.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, type RunningClinic } from './fixtures.ts'
import { addTreatment } from './support/clinic-api.ts'
import { freeDay } from './support/free-day.ts'
import { newClient } from './support/new-client.ts'

/** Adds a practitioner who offers a service during all opening hours. */
async function addPerson(clinic: RunningClinic, name: string, service: string) {
  const body = {
    kind: 'practitioner' as const,
    name,
    title: 'Aesthetician',
    colour: '' as const,
    is_active: 'true' as const,
    service_ids: JSON.stringify([service]),
    week: '[]',
  }
  return (await clinic.call(clinic.admin)(resourcesContract.create, { body })).data.id
}

const visitOf = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}, `) })
const inColumn = (page: Page, person: string, visit: string) =>
  page.getByRole('list', { name: `Visits: ${person}` }).getByRole('button', { name: new RegExp(`^${visit}, `) })

/** Drags a visit into a practitioner's column, and down by the given number of half hours. */
async function drag(page: Page, name: string, person: string, halfHours: number) {
  const visit = visitOf(page, name)
  await visit.scrollIntoViewIfNeeded()
  const from = (await visit.boundingBox())!
  const head = (await page.getByText(person, { exact: true }).first().boundingBox())!
  await page.mouse.move(from.x + 20, from.y + 8)
  await page.mouse.down()
  await page.mouse.move(head.x + 30, from.y + 8 + halfHours * 48, { steps: 6 })
}

test('a visit is dragged to another practitioner by pointer and by keyboard, and onto an occupied time after giving a reason', async ({
  openAs,
  clinic,
}) => {
  const code = crypto.randomUUID().slice(0, 4)
  const admin = clinic.call(clinic.admin)
  const treatment = `Boards ${code}`
  const [service = ''] = await addTreatment(admin, { name: treatment, services: [[`Peel ${code}`, 900]], addOns: [] })
  const [ana, bea] = [`Ana ${code}`, `Bea ${code}`]
  const anaId = await addPerson(clinic, ana, service)
  await addPerson(clinic, bea, service)
  const day = await freeDay(clinic, 9)
  const [rosa, carla] = [`Rosa ${code}`, `Carla ${code}`]
  const { data: treatments } = await admin(bookingCatalogueContract.treatments, {})
  const treatment_id = treatments.find(({ treatment_name }) => treatment_name === treatment)!.id
  for (const [name, time] of [
    [rosa, '09:00:00'],
    [carla, '11:00:00'],
  ] as const) {
    const { id: user_id } = await newClient(clinic, name)
    const wanted = { treatment_id, service_id: service, practitioner_id: anaId }
    await admin(appointmentsContract.book, {
      body: { ...wanted, user_id, appointment_date: day, appointment_time: time },
    })
  }

  const page = await openAs('cashier')
  await page.goto(`/cashier/appointments?view=board&date=${day}`)
  await expect(inColumn(page, ana, rosa)).toBeVisible()
  await expectAccessible(page)
  await drag(page, rosa, bea, 1)
  await expect(page.getByRole('status').filter({ hasText: `${rosa}: 9:30 AM - 10:00 AM, ${bea}.` })).toBeVisible()
  await page.mouse.up()
  await expect(inColumn(page, bea, rosa)).toHaveAccessibleName(/9:30 AM - 10:00 AM/)
  await page.getByRole('button', { name: 'UNDO', exact: true }).click()
  await expect(inColumn(page, ana, rosa)).toHaveAccessibleName(/9:00 AM - 9:30 AM/)

  await visitOf(page, rosa).focus()
  await page.keyboard.press('m')
  for (let step = 0; step < 4; step++) await page.keyboard.press('ArrowDown')
  const taken = `${ana} is busy with ${carla} until 11:30 AM.`
  await expect(page.getByRole('status').filter({ hasText: taken })).toBeVisible()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Book over a taken time?' })
  await expect(dialog).toContainText(taken)
  await expectAccessible(page)
  await dialog.getByLabel('Reason').fill('Carla comes late')
  await dialog.getByRole('button', { name: 'Overbook' }).click()
  await expect(inColumn(page, ana, rosa)).toHaveAccessibleName(/11:00 AM - 11:30 AM.*Overbooked: Carla comes late/)
  await expectNoSidewaysScroll(page)
})

/** Sends touch events through the browser itself, so that the page handles them like those of a real screen. */
async function finger(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: points })
  return {
    down: (x: number, y: number) => send('touchStart', [{ x, y }]),
    move: async (from: { x: number; y: number }, to: { x: number; y: number }) => {
      for (let step = 1; step <= 5; step++)
        await send('touchMove', [
          { x: from.x + ((to.x - from.x) * step) / 5, y: from.y + ((to.y - from.y) * step) / 5 },
        ])
    },
    up: () => send('touchEnd', []),
  }
}

test('on a phone the day board opens on a practitioner with visits; a swipe shows the next one and a long press drags a visit', async ({
  openAs,
  clinic,
}) => {
  const code = crypto.randomUUID().slice(0, 4)
  const treatment = { name: `Phones ${code}`, services: [[`Glow ${code}`, 900] as [string, number]], addOns: [] }
  const admin = clinic.call(clinic.admin)
  const [service = ''] = await addTreatment(admin, treatment)
  const [dina, ella] = [`Dina ${code}`, `Ella ${code}`]
  await addPerson(clinic, dina, service)
  const ellaId = await addPerson(clinic, ella, service)
  // The day is after all sample visits that have no practitioner: each of them would add a column to the board.
  const day = await freeDay(clinic, 45)
  const { data: treatments } = await admin(bookingCatalogueContract.treatments, {})
  const treatment_id = treatments.find(({ treatment_name }) => treatment_name === treatment.name)!.id
  const client = `Fe ${code}`
  const { id: user_id } = await newClient(clinic, client)
  const wanted = { treatment_id, service_id: service, practitioner_id: ellaId, user_id }
  await admin(appointmentsContract.book, {
    body: { ...wanted, appointment_date: day, appointment_time: '09:00:00' },
  })

  const page = await openAs('cashier', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  await page.goto(`/cashier/appointments?view=board&date=${day}`)
  // The phone shows only one column, and it is Ella's, because Dina has no visits on that day.
  await expect(inColumn(page, ella, client)).toBeVisible()
  await expect(page.getByRole('list', { name: /^Visits: / })).toHaveCount(1)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'More' }).click()
  await expect(page.getByRole('menuitem', { name: 'By room' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  const touch = await finger(page)
  const visit = inColumn(page, ella, client)
  await visit.scrollIntoViewIfNeeded()
  const at = (await visit.boundingBox())!
  const from = { x: at.x + 60, y: at.y + 10 }
  await touch.down(from.x, from.y)
  // Dragging starts only after the finger has rested on the visit for a moment.
  await expect(page.locator('[data-ghost]')).toBeVisible()
  await touch.move(from, { x: from.x, y: from.y + 96 })
  await expect(page.getByRole('status').filter({ hasText: `${client}: 10:00 AM - 10:30 AM, ${ella}.` })).toBeVisible()
  await touch.up()
  await expect(inColumn(page, ella, client)).toHaveAccessibleName(/10:00 AM - 10:30 AM/)

  // A swipe to the right shows the previous column: Ella's is the last one, and Dina's is the one before it.
  await touch.down(150, 600)
  await touch.move({ x: 150, y: 600 }, { x: 290, y: 606 })
  await touch.up()
  await expect(page).toHaveURL(/col=/)
  await expect(page.getByRole('combobox', { name: 'Shown column' })).toContainText(`${dina} (0)`)
})
