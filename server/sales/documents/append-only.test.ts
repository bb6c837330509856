import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { salesContract } from '#shared/sales/contract.ts'
import { openTill, type Till } from '#server/sales/till-fixture.ts'

let till: Till
let app: pg.Client
let owner: pg.Client
beforeAll(async () => {
  till = await openTill()
  const sale = await till.send(till.order([till.peel({ addOns: [till.light()] })]))
  await till.server.as(till.cashier.token)(salesContract.printed, { params: { id: sale.id }, body: { kind: 'print' } })
  app = new pg.Client({ connectionString: till.server.database.appUrl })
  owner = new pg.Client({ connectionString: till.server.database.ownerUrl })
  await Promise.all([app.connect(), owner.connect()])
})
afterAll(async () => {
  await Promise.all([app.end(), owner.end()])
  await till.server.close()
})

const rewrites = [
  ['documents', 'update documents set total_centavos = 0'],
  ['documents', 'delete from documents'],
  ['documents', 'truncate documents cascade'],
  ['document_lines', 'update document_lines set quantity = quantity'],
  ['document_lines', 'delete from document_lines'],
  ['payments', 'update payments set method = method'],
  ['payments', 'delete from payments'],
  ['receipt_prints', 'update receipt_prints set kind = kind'],
  ['receipt_prints', 'delete from receipt_prints'],
] as const

describe('recorded documents are never changed', () => {
  test.each(rewrites)('the database role of the app cannot change %s: %s', async (_, statement) => {
    await expect(app.query(statement)).rejects.toMatchObject({ code: '42501' })
  })

  test.each(rewrites)('a trigger stops the database owner from changing %s: %s', async (_, statement) => {
    await expect(owner.query(statement)).rejects.toMatchObject({ code: '23001', message: /append-only/ })
  })

  test.each([
    'alter table documents disable trigger all',
    'alter table events add note text',
    'drop table document_lines',
    'create table own_books (id int)',
  ])('the database role of the app cannot change the tables: %s', async (statement) => {
    await expect(app.query(statement)).rejects.toMatchObject({ code: '42501' })
  })
})
