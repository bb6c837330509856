import { appointmentsContract } from '#shared/appointments/contract.ts'
import { chartsContract } from '#shared/charts/contract.ts'
import { clientsContract } from '#shared/clients/contract.ts'
import { formsContract } from '#shared/forms/contract.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts'
import { anyService } from './support/book-visit.ts'
import { PASSWORD } from './support/clinic-api.ts'
import { TODAY } from './support/clock.ts'
import { countPresses } from './support/count-presses.ts'
import { takePicture } from './support/guide-pictures.ts'
import { newClient } from './support/new-client.ts'

const TABLET = { width: 820, height: 1180 }

test('a client signs a consent on the tablet in at most six touches, and only a staff password ends the hand-over of the tablet', async ({
  openAs,
  clinic,
  expected,
}) => {
  // The browser reports each call that the server refuses while the tablet is handed over.
  expected.push(/status of 403/, /status of 422/)
  const admin = clinic.call(clinic.admin)
  await admin(chartsContract.saveSettings, { body: { is_on: true, is_open_to_practitioners: false } })
  for (const { id, archived_at } of (await admin(formsContract.list, {})).data)
    if (archived_at === null) await admin(formsContract.archive, { params: { id }, body: { is_archived: true } })
  const id = crypto.randomUUID()
  const made = await admin(formsContract.add, { body: { id, title: '', ready: 'consent', copy_of: null } })
  const { title } = made.data.content
  await admin(formsContract.publish, { params: { id }, body: { asks_again: true } })
  const client = await newClient(clinic, `Bianca ${crypto.randomUUID().slice(0, 8)}`)
  await clinic.call(clinic.cashier)(appointmentsContract.book, {
    body: {
      ...(await anyService(admin)),
      user_id: client.id,
      appointment_date: TODAY,
      appointment_time: '20:30:00',
      status: 'confirmed',
    },
  })

  const { clients } = await admin(clientsContract.list, { querystring: { search: client.name } })
  const clientId = clients[0]!.id

  const page = await openAs('cashier', { viewport: TABLET, hasTouch: true })
  // Opens two pages of the staff before the hand-over, so that the Back button would lead to one of them.
  await page.goto('/cashier/clients')
  await page.goto('/cashier/appointments')
  await page.getByRole('searchbox', { name: 'Search client or number' }).fill(client.name)
  await expect(page.getByText('1 form missing').first()).toBeVisible()
  const presses = await countPresses(page)
  await page.getByRole('button', { name: `Details: ${client.name}` }).click()
  await page.getByRole('button', { name: `Hand over the tablet, ${client.name}` }).click()

  await expect(page).toHaveURL('/forms/tablet')
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByText('I am 18 or older').click()
  for (const box of await page.getByRole('checkbox').all()) await box.click()
  const withoutSignature = presses.clicks
  for (const pad of await page.locator('[class*=stroke-pad]').all()) {
    const area = (await pad.boundingBox())!
    await page.mouse.move(area.x + 40, area.y + area.height / 2)
    await page.mouse.down()
    await page.mouse.move(area.x + 160, area.y + 20, { steps: 5 })
    await page.mouse.up()
  }
  const strokes = presses.clicks - withoutSignature
  await takePicture(page, 'record-3-tablet')
  await page.getByRole('button', { name: 'SIGN FORM' }).click()
  await expect(page.getByText('Please give the tablet back', { exact: false })).toBeVisible()
  expect(presses.clicks - strokes).toBeLessThanOrEqual(6)

  for (const leave of [() => page.goBack(), () => page.reload(), () => page.goto('/cashier/clients')]) {
    await leave()
    await expect(page).toHaveURL('/forms/tablet')
    await expect(page.getByRole('link')).toHaveCount(0)
  }
  await page.getByRole('button', { name: 'Staff: end the hand-over' }).click()
  const question = page.getByRole('dialog', { name: 'Enter your password' })
  await question.getByLabel(/^Password/).fill('not the password')
  await question.getByRole('button', { name: 'End the hand-over' }).click()
  await expect(question.getByText('The password is wrong', { exact: false })).toBeVisible()
  await question.getByLabel(/^Password/).fill(PASSWORD)
  await question.getByRole('button', { name: 'End the hand-over' }).click()
  await expect(page).toHaveURL(/\/cashier\/appointments/)

  const chart = await openAs('admin', { viewport: TABLET })
  await chart.goto(`/charts/${clientId}?part=forms`)
  await chart.getByRole('button', { name: new RegExp(`^Open ${title} of`) }).click()
  await expect(chart.getByRole('dialog').getByText('This copy is unchanged since it was signed.')).toBeVisible()
  await expectAccessible(chart)
  await chart.getByRole('button', { name: 'Close' }).last().click()

  // The pages on which the owner edits a form fit a phone, even with the longest questions of Mutya's ready forms.
  await chart.setViewportSize({ width: 390, height: 844 })
  await chart.goto(`/settings/forms/${id}`)
  await expect(chart.getByRole('textbox', { name: /^Title/ })).toHaveValue(title)
  await expectNoSidewaysScroll(chart)
  await expectAccessible(chart)
})
