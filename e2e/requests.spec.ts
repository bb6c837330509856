import { appointmentsContract } from '#shared/appointments/contract.ts'
import { liveContract } from '#shared/appointments/live-contract.ts'
import { requestsContract } from '#shared/appointments/desk-contract.ts'
import { addDays, formatDay, formatLongDate } from '#shared/lib/manila-time.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, type RunningClinic } from './fixtures.ts'
import { bookVisit } from './support/book-visit.ts'
import { TODAY } from './support/clock.ts'
import { countPresses } from './support/count-presses.ts'
import { newClient } from './support/new-client.ts'
import { bell, bookOwn, notice, notices, openListening, queue } from './support/requests-page.ts'
import { expectToast } from './support/toasts.ts'

/** Returns a date that no other test of this file uses. */
const dateFor = (nth: number) => addDays(TODAY, 20 + nth)

const statusOf = async (clinic: RunningClinic, id: string) => {
  const { data: appointments } = await clinic.call(clinic.admin)(requestsContract.arrivals, {
    querystring: { ids: id },
  })
  return appointments[0]?.status
}
const waiting = async (clinic: RunningClinic) =>
  (await clinic.call(clinic.admin)(liveContract.requestCount, {})).data.requests

test('a new booking appears on the till and in the settings at once, is confirmed with one press, and changes the count of requests in the title; the user who creates a booking gets no notification of it', async ({
  openAs,
  clinic,
}) => {
  const [till, settings] = [await openAs('cashier'), await openAs('admin')]
  await openListening(till, '/cashier')
  await openListening(settings, '/settings/users')
  const before = await waiting(clinic)
  const client = await newClient(clinic, 'Corazon Abad')
  const id = await bookOwn(clinic, client, dateFor(1), '09:00:00')
  for (const page of [till, settings]) {
    await expect(notice(page, 'New request')).toContainText('Corazon Abad · Diamond Peel Facial')
    await expect(notice(page, 'New request')).toContainText(`${formatDay(dateFor(1))}, 9:00 AM`)
    await expect(page).toHaveTitle(new RegExp(`^\\(${before + 1}\\) (Cashier|User Management) · Mutya$`))
    await expect(bell(page)).toHaveAccessibleName(new RegExp(`^${before + 1} request`))
  }
  await expectAccessible(settings)
  const presses = await countPresses(till)
  await notice(till, 'New request').getByRole('button', { name: 'Confirm', exact: true }).click()
  await expectToast(till, 'Appointment confirmed successfully!')
  expect(presses.clicks).toBe(1)
  expect(await statusOf(clinic, id)).toBe('confirmed')
  // The request has been answered, so the toast on the other page closes.
  await expect(notice(settings, 'New request')).toHaveCount(0)
  await expect
    .poll(() => settings.title())
    .toBe(before > 0 ? `(${before}) User Management · Mutya` : 'User Management · Mutya')
  await bookVisit(clinic, await newClient(clinic, 'Fe Domingo'), dateFor(3), '09:00:00')
  await expect(notice(settings, 'New request')).toContainText('Fe Domingo')
  // The bell counts the request, so the page of the user who booked has received the event, but shows no toast.
  await expect(bell(till)).toHaveAccessibleName(new RegExp(`^${before + 1} request`))
  await expect(notices(till).getByRole('group')).toHaveCount(0)
})

test('several booking requests share one toast: up to three can be confirmed in it; if there are more, it names only the first', async ({
  openAs,
  clinic,
}) => {
  const desk = await openAs('cashier', { viewport: { width: 390, height: 844 } })
  await openListening(desk, '/cashier/transactions')
  const client = await newClient(clinic, 'Delfin Bautista')
  const ids = [await bookOwn(clinic, client, dateFor(2), '09:00:00')]
  ids.push(await bookOwn(clinic, client, dateFor(2), '10:00:00'))
  await expect(notice(desk, '2 new requests')).toContainText('10:00 AM')
  await expectNoSidewaysScroll(desk)
  await expectAccessible(desk)
  await notice(desk, '2 new requests').getByRole('button', { name: 'Confirm all 2' }).click()
  await expectToast(desk, '2 visits have been confirmed.')
  for (const id of ids) expect(await statusOf(clinic, id)).toBe('confirmed')
  const other = await newClient(clinic, 'Efren Castillo')
  for (const time of ['11:00:00', '12:00:00', '13:00:00', '14:00:00'] as const)
    await bookOwn(clinic, other, dateFor(2), time)
  await expect(notice(desk, '4 new requests')).toContainText('and 1 more')
  await expect(notice(desk, '4 new requests').getByRole('button')).toHaveText(['', 'Show'])
  await notice(desk, '4 new requests').getByRole('button', { name: 'Show' }).click()
  await expect(desk.getByRole('dialog', { name: 'Requests' })).toContainText('Efren Castillo')
  await expect(notice(desk, '4 new requests')).toHaveCount(0)
})

test('a toast about a client’s cancellation stays until somebody opens it, and its Show button opens the day of the visit', async ({
  openAs,
  clinic,
}) => {
  const desk = await openAs('admin')
  await openListening(desk, '/dashboard')
  const client = await newClient(clinic, 'Gloria Enriquez')
  const id = await bookOwn(clinic, client, dateFor(4), '09:00:00')
  await expect(notice(desk, 'New request')).toBeVisible()
  await clinic.call(client)(appointmentsContract.cancelMine, { params: { id }, body: {} })
  await expect(notice(desk, 'Cancelled by the client')).toContainText(`${formatDay(dateFor(4))}, 9:00 AM`)
  // The toast of the request closes, because the cancelled visit is no longer a request.
  await expect(notice(desk, 'New request')).toHaveCount(0)
  await notice(desk, 'Cancelled by the client').getByRole('button', { name: 'Show' }).click()
  await expect(desk).toHaveURL(`/Appointment?view=day&date=${dateFor(4)}`)
  await expect(desk.getByText(formatLongDate(dateFor(4))).first()).toBeVisible()
  await expect(notices(desk).getByRole('group')).toHaveCount(0)
})

test('the toast about a booking request can be reached and answered with the keyboard alone', async ({
  openAs,
  clinic,
}) => {
  const desk = await openAs('admin')
  await openListening(desk, '/suppliesPage')
  const id = await bookOwn(clinic, await newClient(clinic, 'Hilda Flores'), dateFor(5), '09:00:00')
  await expect(notice(desk, 'New request')).toBeVisible()
  await desk.keyboard.press('F6')
  const confirm = notice(desk, 'New request').getByRole('button', { name: 'Confirm', exact: true })
  for (let presses = 0; presses < 6 && !(await confirm.evaluate((one) => one === document.activeElement)); presses++)
    await desk.keyboard.press('Tab')
  await expect(confirm).toBeFocused()
  await desk.keyboard.press('Enter')
  await expectToast(desk, 'Appointment confirmed successfully!')
  expect(await statusOf(clinic, id)).toBe('confirmed')
})

test('all booking requests of a day are confirmed in five presses from any page, and the request of another day is declined', async ({
  openAs,
  clinic,
}) => {
  const client = await newClient(clinic, 'Ines Garcia')
  const ids: string[] = []
  for (const time of ['09:00:00', '10:00:00', '11:00:00'] as const)
    ids.push(await bookOwn(clinic, client, dateFor(6), time))
  const declined = await bookOwn(clinic, client, dateFor(7), '09:00:00')
  const desk = await openAs('admin')
  await desk.goto('/settings/treatments')
  const presses = await countPresses(desk)
  await bell(desk).click()
  const sheet = desk.getByRole('dialog', { name: 'Requests' })
  await expect(queue(desk)).toContainText('Ines Garcia')
  await expectAccessible(desk)
  await sheet.getByRole('combobox', { name: 'Day' }).click()
  await expectAccessible(desk)
  await desk.getByRole('option', { name: `${formatDay(dateFor(6))} (3)` }).click()
  await sheet.getByRole('button', { name: 'Confirm all 3 of this day' }).click()
  const question = desk.getByRole('alertdialog', {
    name: `Do you want to confirm all 3 visits of ${formatDay(dateFor(6))}?`,
  })
  await expectAccessible(desk)
  await question.getByRole('button', { name: 'Yes, confirm' }).click()
  await expectToast(desk, '3 visits have been confirmed.')
  expect(presses.clicks).toBe(5)
  for (const id of ids) expect(await statusOf(clinic, id)).toBe('confirmed')
  const row = queue(desk)
    .getByRole('row')
    .filter({ hasText: formatDay(dateFor(7)).split(', ')[1]! })
  await row.getByRole('button', { name: 'DECLINE: Ines Garcia' }).click()
  const reason = desk.getByRole('dialog', { name: /mark this appointment as cancelled/ })
  await reason.getByRole('radio', { name: 'The clinic cannot do it' }).click()
  await reason.getByRole('button', { name: 'Mark as cancelled' }).click()
  // While the dialog is open, the page behind it is hidden from the accessibility tree.
  await expect(reason).toBeHidden()
  await expect(row).toHaveCount(0)
  expect(await statusOf(clinic, declined)).toBe('cancelled')
})

test('toasts of requests and the list of requests fit screens from 390 to 1440 px, also at the till', async ({
  openAs,
  clinic,
}) => {
  const till = await openAs('cashier', { viewport: { width: 390, height: 900 } })
  await openListening(till, '/cashier')
  for (const [width, time] of [
    [390, '09:00:00'],
    [820, '10:00:00'],
    [1440, '11:00:00'],
  ] as const) {
    await till.setViewportSize({ width, height: 900 })
    await bookOwn(clinic, await newClient(clinic, `Mila ${width}`), dateFor(10), time)
    await expect(notice(till, 'New request')).toBeVisible()
    // The toast of the new request does not cover the button that leads to payment.
    const payment = till.getByRole('button', { name: width < 1024 ? /^View order/ : 'Select Items First' })
    const [shown, button] = [await notice(till, 'New request').boundingBox(), await payment.boundingBox()]
    expect(shown!.y + shown!.height <= button!.y || shown!.x + shown!.width <= button!.x).toBe(true)
    await expectNoSidewaysScroll(till)
    await expectAccessible(till)
    await notice(till, 'New request').getByRole('button', { name: 'Show' }).click()
    const row = queue(till).getByRole('row')
    await expect(row.filter({ hasText: `Mila ${width}` })).toBeVisible()
    await expectNoSidewaysScroll(till)
    await expectAccessible(till)
    await till.keyboard.press('Escape')
    await expect(queue(till)).toBeHidden()
  }
})

test('a client has no requests button in the navigation bar', async ({ openAs }) => {
  const page = await openAs('client')
  await page.goto('/Profile')
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await expect(bell(page)).toHaveCount(0)
})
