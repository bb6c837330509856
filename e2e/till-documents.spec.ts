import type { Page } from '@playwright/test'
import { appointmentsContract } from '#shared/appointments/contract.ts'
import { approvalsContract } from '#shared/approvals/contract.ts'
import { cashContract } from '#shared/cash/contract.ts'
import { cashManagementContract } from '#shared/cash/management-contract.ts'
import { catalogueContract } from '#shared/catalogue/contract.ts'
import { clientsContract } from '#shared/clients/contract.ts'
import { documentsContract } from '#shared/clinic/documents-contract.ts'
import type { ClinicMode } from '#shared/clinic/documents.ts'
import { dayNumber } from '#shared/lib/manila-time.ts'
import { expect, expectAccessible, type RunningClinic } from './fixtures.ts'
import { PASSWORD } from './support/clinic-api.ts'
import { OPENED_AT, TODAY } from './support/clock.ts'
import { countPresses, secondsFor } from './support/count-presses.ts'
import { newClient } from './support/new-client.ts'
import { sell } from './support/sell.ts'
import { dialogOf, fillInClient, named, printReceipt, process, salesOf, service, wide } from './support/till-page.ts'
import { test } from './support/till-test.ts'

const PIN = '491706'
const confirm = (till: Page) =>
  dialogOf(till, 'Payment Details').getByRole('button', { name: 'Confirm Payment' }).click()

/** Sets everything that invoices require and selects the document mode. */
async function issue(clinic: RunningClinic, mode: ClinicMode) {
  const admin = clinic.call(clinic.admin)
  const { data: terminals } = await admin(cashManagementContract.terminals, { querystring: {} })
  if (terminals.length === 0)
    await admin(cashManagementContract.createTerminal, {
      body: { name: 'Front desk', is_active: true, machine_number: 'MIN-1', serial_number: 'SN-1' },
    })
  const registration = {
    is_vat_registered: true,
    charges_excise: false,
    registered_name: 'Perlas Aesthetics Inc.',
    trade_name: 'Perlas Clinic',
    tin: '123-456-789',
    tin_branch: '00000',
    permit_number: 'PTU-2026-0001',
    permit_date: '2026-01-15',
    accreditation_number: 'ACC-050-2025',
    accreditation_date: '2025-12-01',
    invoice_foot: 'Thank you.',
  }
  if (mode === 'booklet') return void (await admin(documentsContract.save, { body: { ...registration, mode } }))
  // Switches cash control on, because invoices can be issued only in a shift.
  await admin(cashManagementContract.saveSettings, { body: { is_on: true, allowed_difference: 50 } })
  await admin(documentsContract.save, { body: { ...registration, mode } })
  const { data } = await admin(cashManagementContract.terminals, { querystring: {} })
  const body = { terminal_id: data[0]!.id, count: { notes: { '1000': 5 } } }
  await clinic.call(clinic.cashier)(cashContract.openShift, { body })
}

test('a payment is split between GCash and cash with a single press of Split payment, and receipt and recorded sale have both payments', async ({
  till,
  clinic,
}) => {
  const client = await newClient(clinic, named('Nena Ocampo'))
  await service(till, 'Glycolic Peel').click()
  await process(till, 'GCash')
  await fillInClient(till, client.name)
  const payment = dialogOf(till, 'Payment Details')
  const presses = await countPresses(till)
  await payment.getByRole('textbox', { name: 'Amount Received' }).fill('600')
  await expect(payment).toContainText('Left to pay₱900.00')
  await payment.getByRole('button', { name: 'Split payment' }).click()
  // Unlike clicks, key presses do not wait, so the focus is awaited first.
  await expect(payment.getByRole('textbox', { name: 'Reference Number' })).toBeFocused()
  await till.keyboard.type('GC-77')
  await expect(
    payment.getByRole('group', { name: 'Payment 2', exact: true }).getByRole('radio', { name: 'Cash', exact: true }),
  ).toBeChecked()
  await payment.getByRole('button', { name: '₱1,000' }).click()
  await expect(payment).toContainText('Change₱100.00')
  await expectAccessible(till)
  await confirm(till)
  expect(presses.clicks).toBe(3)
  const receipt = dialogOf(till, 'Receipt Preview')
  await expect(receipt).toContainText('GC-77')
  await expect(receipt).toContainText('Paid by Cash₱900.00')
  await printReceipt(till)
  expect(await salesOf(clinic, client.name)).toMatchObject([
    {
      exchange_money: 100,
      payments: [
        { method: 'gcash', amount: 600, reference_number: 'GC-77' },
        { method: 'cash', amount: 900, received: 1000, change: 100 },
      ],
    },
  ])
  await till.goto(`/cashier/transactions?search=${client.name}`)
  const card = till.getByRole('article')
  await expect(card).toContainText('GCash')
  await expect(card).toContainText('Cash')
})

test('a sale to a Senior Citizen takes at most 9 clicks and twenty seconds until the next order', async ({
  openAs,
  clinic,
}) => {
  const admin = clinic.call(clinic.admin)
  const { data } = await admin(catalogueContract.services, { querystring: { search: 'Glycolic Peel' } })
  const eligible = { tax_class: 'vatable' as const, senior_pwd_eligible: true, is_excise: false }
  await admin(catalogueContract.changeTax, { params: { id: data[0]!.id }, body: eligible })
  const client = await newClient(clinic, named('Cora'))
  const till = await openAs('cashier', wide)
  await till.goto('/cashier')
  const presses = await countPresses(till)
  await service(till, 'Glycolic Peel').click()
  await till.getByRole('button', { name: 'Senior / PWD' }).click()
  const sheet = dialogOf(till, 'Senior / PWD discount')
  await expect(sheet.getByRole('textbox', { name: 'ID number' })).toBeFocused()
  await till.keyboard.type('QC-22719')
  await till.keyboard.press('Tab')
  await till.keyboard.type('03141959')
  await expect(sheet.getByLabel('Birth date')).toHaveValue('1959-03-14')
  await sheet.getByRole('textbox', { name: 'Name on the ID' }).focus()
  await till.keyboard.type('Cora Tan')
  await expect(sheet).toContainText('New total₱1,200.00')
  await expectAccessible(till)
  await till.keyboard.press('Enter')
  await process(till)
  const payment = dialogOf(till, 'Payment Details')
  await payment.getByRole('radio', { name: 'Existing Client' }).click()
  await payment.getByRole('combobox', { name: 'Customer Name' }).pressSequentially('Cora')
  await till.getByRole('option', { name: new RegExp(client.name) }).click()
  await expect(payment.getByRole('radio', { name: 'No appointment (walk-in visit)' })).toBeChecked()
  await payment.getByRole('button', { name: 'Exact' }).click()
  await confirm(till)
  await expect(dialogOf(till, 'Receipt Preview').getByRole('button', { name: 'Print Receipt' })).toBeFocused()
  await till.keyboard.press('Enter')
  // The question whether the document was printed opens with the focus on No.
  await expect(till.getByRole('button', { name: 'No', exact: true })).toBeFocused()
  await till.keyboard.press('Tab')
  await till.keyboard.press('Enter')
  await expect(till.getByText('No Items Selected')).toBeVisible()
  expect(presses.clicks).toBeLessThanOrEqual(9)
  expect(secondsFor(presses)).toBeLessThan(20)
  expect(await salesOf(clinic, client.name)).toMatchObject([
    { total_after_discount: 1200, treatments: [{ discount: 300, discount_reason: 'Senior Citizen' }] },
  ])
})

test('a cashier refunds yesterday’s sale with the PIN of an admin, and the history log names cashier and admin', async ({
  openAs,
  clinic,
}) => {
  const admin = clinic.call(clinic.admin)
  await admin(approvalsContract.setPin, { body: { pin: PIN, current_password: PASSWORD } })
  const client = await newClient(clinic, named('Rita Lopez'))
  await clinic.setClock(new Date(OPENED_AT.getTime() - 86_400_000))
  const sale = await sell(clinic.call(clinic.cashier), client)
  await clinic.setClock(OPENED_AT)
  const number = String(sale.receipt_number).padStart(6, '0')
  const page = await openAs('cashier')
  const presses = await countPresses(page)
  await page.goto(`/cashier/transactions?search=${client.name}`)
  await page.getByRole('button', { name: `Refund receipt ${number}` }).click()
  const refund = dialogOf(page, `Refund receipt ${number}`)
  await refund.getByLabel('Reason').fill('Allergic reaction')
  await refund.getByRole('button', { name: 'Refund ₱1,500.00' }).click()
  const approval = dialogOf(page, 'Approval needed')
  await expect(approval.getByLabel(/^PIN/)).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.type(PIN)
  await page.keyboard.press('Enter')
  await expect(approval).toBeHidden()
  const paper = dialogOf(page, 'Receipt Preview')
  await expect(paper).toContainText('Allergic reaction')
  expect(presses.clicks).toBe(2)
  await paper.getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect(
    page
      .getByRole('article')
      .filter({ hasText: `Receipt ${number}` })
      .last(),
  ).toContainText('Refunded')
  const office = await openAs('admin')
  await office.goto('/settings/Historylogs')
  await office.getByRole('searchbox').fill('Refunded')
  await expect(
    office.getByRole('row', { name: /^Andrea Lim Refunded ₱1,500\.00 .*, approved by Isabel Reyes/ }),
  ).toBeVisible()
  const { clients } = await admin(clientsContract.list, { querystring: { search: client.name } })
  await office.goto(`/clientPage/${clients[0]!.id}`)
  await expect(office.getByRole('listitem').filter({ hasText: 'Glycolic Peel' })).toContainText('Refunded')
})

test('an invoice is issued to the buyer entered at payment', async ({ till, clinic }) => {
  await issue(clinic, 'invoice_vat')
  const client = await newClient(clinic, named('Ines Uy'))
  await till.reload()
  await service(till, 'Hydra Glow Facial').click()
  await process(till)
  await fillInClient(till, client.name)
  const payment = dialogOf(till, 'Payment Details')
  await payment.getByText('Invoice details (Optional)').click()
  await payment.getByRole('textbox', { name: 'Sold to' }).fill('Uy Trading Corp.')
  await payment.getByRole('textbox', { name: 'Address' }).fill('88 Ongpin St, Manila')
  await payment.getByRole('textbox', { name: 'TIN' }).fill('987-654-321')
  await expectAccessible(till)
  await confirm(till)
  const receipt = dialogOf(till, 'Receipt Preview')
  await expect(receipt).toContainText('Uy Trading Corp.')
  await expect(receipt).toContainText('987-654-321')
  await expect(receipt).toContainText('VATable sales')
  await printReceipt(till)
  expect(await salesOf(clinic, client.name)).toMatchObject([{ mode: 'invoice_vat' }])
})

test('the next visit is booked from the receipt in two clicks', async ({ openAs, clinic }) => {
  const cashier = clinic.call(clinic.cashier)
  const client = await newClient(clinic, named('Nena Ramos'))
  await sell(cashier, client)
  const page = await openAs('cashier', wide)
  const presses = await countPresses(page)
  await page.goto(`/cashier/transactions?search=${encodeURIComponent(client.name)}`)
  await page.getByRole('button', { name: /^(Receipt|VAT invoice) \d/ }).click()
  const receipt = dialogOf(page, 'Receipt Preview')
  await expect(receipt.getByRole('button', { name: 'Book next visit' })).toBeVisible()
  await expectAccessible(page)
  presses.restart()
  await receipt.getByRole('button', { name: 'Book next visit' }).click()
  const schedule = dialogOf(page, 'Schedule New Appointment')
  await expect(schedule.getByRole('radio', { checked: true }).first()).toBeVisible()
  await expectAccessible(page)
  await schedule.getByRole('button', { name: 'SCHEDULE APPOINTMENT' }).click()
  await expect(receipt.getByRole('button', { name: 'Next visit booked' })).toBeVisible()
  expect(presses.clicks).toBe(2)
  const { appointments } = await cashier(appointmentsContract.list, { querystring: { search: client.name } })
  expect(appointments).toMatchObject([{ name: client.name, status: 'confirmed' }])
  const days = dayNumber(appointments[0]!.appointment_date) - dayNumber(TODAY)
  expect(Math.abs(days - 28)).toBeLessThanOrEqual(3)
})
