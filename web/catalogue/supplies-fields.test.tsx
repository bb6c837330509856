import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { visitSuppliesContract } from '#shared/appointments/supplies-contract.ts'
import { suppliesContract } from '#shared/catalogue/supplies-contract.ts'
import { stockContract } from '#shared/inventory/stock-contract.ts'
import { sampleId } from '#shared/test/samples.ts'
import { VisitSuppliesDialog } from '#web/appointments/visit/supplies-dialog.tsx'
import { service } from '#web/test/samples.ts'
import { answer, drawScreen, sentBodies } from '#web/test/screen.tsx'
import { ServiceSuppliesDialog } from './service-supplies-dialog.tsx'

const gauze = { product_id: sampleId(31), product_name: 'Gauze', unit_type: 'pc', amount: 2 }
const toxin = { id: sampleId(32), name: 'Toxin', unit_type: 'vial' }

test('a product is found by search, gets an amount and is saved with the other supplies of a service', async () => {
  const supplies = { service_id: service.id, version: 1, supplies: [gauze] }
  answer(suppliesContract.ofService, { data: supplies })
  answer(stockContract.choices, { data: [{ id: gauze.product_id, name: 'Gauze', unit_type: 'pc' }, toxin] })
  answer(suppliesContract.changeOfService, { data: supplies })
  const { person } = drawScreen(<ServiceSuppliesDialog open onClose={() => {}} service={service} />)
  const search = await screen.findByRole('combobox', { name: /Add a product/ })
  const dialog = within(screen.getByRole('dialog', { name: 'Supplies per visit' }))
  await person.type(search, 'tox')
  expect(await screen.findByRole('option', { name: /Toxin/ })).toBeTruthy()
  expect(screen.queryByRole('option', { name: /Gauze/ })).toBeNull()
  await person.click(screen.getByRole('option', { name: /Toxin/ }))
  const amount = await dialog.findByRole('textbox', { name: /Toxin \(vial\)/ })
  await person.clear(amount)
  await person.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText('Enter an amount up to 9,999, with at most 3 decimals.')).toBeTruthy()
  expect(sentBodies).toEqual([])
  await person.type(amount, '0.5')
  await person.type(search, 'scissors')
  await person.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText('Choose a product from the list, or clear the box.')).toBeTruthy()
  await person.clear(search)
  await person.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText(/^The supplies of .+ were saved\.$/)
  expect(sentBodies).toEqual([
    {
      supplies: [
        { product_id: gauze.product_id, amount: 2 },
        { product_id: toxin.id, amount: 0.5 },
      ],
    },
  ])
})

test('the supplies of a visit are corrected, and the message says which stock is missing', async () => {
  const supplies = { appointment_id: sampleId(40), version: 2, supplies: [gauze] }
  answer(visitSuppliesContract.read, { data: supplies })
  const used = [{ ...gauze, amount: 1, balance: -1, expired_batch: null }]
  answer(visitSuppliesContract.correct, { data: supplies, used })
  const { person } = drawScreen(
    <VisitSuppliesDialog open onClose={() => {}} id={supplies.appointment_id} client="Bianca Garcia" />,
  )
  const amount = await screen.findByRole('textbox', { name: /Gauze \(pc\)/ })
  const dialog = within(screen.getByRole('dialog', { name: 'Supplies used' }))
  await person.clear(amount)
  await person.type(amount, '3')
  await person.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('The supplies were corrected.')).toBeTruthy()
  expect(screen.getByText('Used: 1 pc of Gauze.')).toBeTruthy()
  expect(screen.getByText('Gauze: −1 pc in stock.')).toBeTruthy()
  expect(sentBodies).toEqual([{ supplies: [{ product_id: gauze.product_id, amount: 3 }] }])
})
