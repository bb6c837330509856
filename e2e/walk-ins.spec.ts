import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts'
import { countPresses } from './support/count-presses.ts'
import { openListening } from './support/requests-page.ts'
import { dialogOf, named, printReceipt, process, salesOf, wide } from './support/till-page.ts'
import { keepToastsOpen } from './support/toasts.ts'

test('a walk-in is added by one press and the keyboard, appears on every open day board with a number, pays, and leaves the queue', async ({
  openAs,
  clinic,
}) => {
  const name = named('Nena Cruz')
  const other = await openAs('admin', { viewport: { width: 390, height: 844 } })
  await openListening(other, '/Appointment?view=board')
  const desk = await openAs('cashier', wide)
  await desk.goto('/cashier/appointments?view=board')
  const queueOf = (page: typeof desk) => page.getByRole('region', { name: 'Walk-ins waiting' })
  await expect(desk.getByRole('region', { name: 'Waiting', exact: true })).toBeVisible()
  await expect(queueOf(desk)).toHaveCount(0)

  const presses = await countPresses(desk)
  await desk.getByRole('button', { name: 'ADD WALK-IN CLIENT' }).click()
  await expect(desk.getByRole('combobox', { name: 'Full Name' })).toBeFocused()
  await desk.keyboard.type(name)
  await expect(desk.getByRole('option', { name: `New client: ${name}` })).toBeVisible()
  await desk.keyboard.press('Enter')
  await expect(desk.getByRole('combobox', { name: 'Service' })).toBeFocused()
  await desk.keyboard.type('Diamond')
  await expect(desk.getByRole('option', { name: /^Diamond Peel Facial/ })).toBeVisible()
  await desk.keyboard.press('Enter')
  await expect(desk.getByRole('radio', { name: 'Wait in the queue' })).toBeChecked()
  await expectAccessible(desk)
  await keepToastsOpen(desk)
  await desk.keyboard.press('Enter')
  await expect(desk.getByRole('group', { name: 'Walk-in number 1' })).toContainText(`${name} is waiting.`)
  expect(presses.clicks).toBe(1)
  for (const page of [desk, other]) {
    await expect(queueOf(page)).toContainText('No. 1')
    await expect(queueOf(page)).toContainText('Diamond Peel Facial')
    await expectAccessible(page)
  }
  await expectNoSidewaysScroll(other)

  await queueOf(desk)
    .getByRole('link', { name: `PAY: ${name}` })
    .click()
  const order = desk.getByRole('complementary', { name: 'Current Order' })
  await expect(order).toContainText(`Order for ${name}`)
  await expect(order).toContainText('Walk-in no. 1: Diamond Peel Facial')
  await expectAccessible(desk)
  await process(desk)
  await expect(dialogOf(desk, 'Payment Details').getByRole('textbox', { name: 'Amount Received' })).toBeFocused()
  await desk.keyboard.type('1200')
  await desk.keyboard.press('Enter')
  await printReceipt(desk)
  await expect(desk).toHaveURL(/\/cashier$/)
  await expect(queueOf(other)).toHaveCount(0)
  expect(presses.clicks).toBeLessThanOrEqual(6)
  const [sale] = await salesOf(clinic, name)
  expect(sale).toMatchObject({ is_walk_in: true, total_after_discount: 1200 })
})
