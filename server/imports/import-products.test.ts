import { afterAll, beforeAll, expect, test } from 'vitest'
import { importRefusals as s } from '#shared/imports/messages.ts'
import { inventoryContract } from '#shared/inventory/contract.ts'
import { inventoryMessages } from '#shared/inventory/messages.ts'
import { startImportClinic, type ImportClinic } from './import-fixture.ts'

let clinic: ImportClinic
beforeAll(async () => {
  clinic = await startImportClinic()
})
afterAll(() => clinic.server.close())

test('an import of products takes over price, cost, barcode and tax class, and refuses a row with the barcode of another product', async () => {
  const stock = [
    'Product,Category,Qty,Selling Price,Unit Cost,Barcode,Tax Class',
    'Sunscreen,Retail,12,"₱1,250.50",700,4006381333931,VATable',
    'Vitamins,Retail,3,450,,36000291452,VAT-exempt',
    'Copy,Retail,1,10,,4006381333931,',
    'Typo,Retail,1,10,,4006381333930,luxury',
  ].join('\n')
  const batch = await clinic.start(await clinic.check(await clinic.upload('products', stock)))
  expect(batch).toMatchObject({ state: 'imported', counts: { created: 2, refused: 2 } })
  const { data } = await clinic.admin(inventoryContract.products, { querystring: { search: 'retail' } })
  expect(data).toMatchObject([
    { name: 'Sunscreen', price: 1_250.5, cost: 700, barcode: '4006381333931', tax_class: 'vatable' },
    { name: 'Vitamins', price: 450, cost: null, barcode: '036000291452', tax_class: 'exempt' },
  ])
  const [copy, typo] = await clinic.rows(batch, 'refused')
  expect(copy).toMatchObject({ reason: inventoryMessages.barcodeTaken })
  expect(typo!.reason).toContain(s.taxClass('luxury'))
})
