import { afterAll, beforeAll, expect, test } from 'vitest'
import { executeWithoutTriggers } from '#server/test/execute-without-triggers.ts'
import { cashContract } from '#shared/cash/contract.ts'
import { cashManagementContract } from '#shared/cash/management-contract.ts'
import { cashMessages as s } from '#shared/cash/messages.ts'
import { errorOf, openCashClinic, type CashClinic } from './cash-fixture.ts'
import { contentOf } from './reading-content.ts'

let clinic: CashClinic
const alter = (statement: string) => executeWithoutTriggers(clinic.server.database, 'z_readings', statement)
const contentOfReading = async (number: number): Promise<object> => {
  const read = clinic.server.db.selectFrom('z_readings').select('content').where('number', '=', number)
  return JSON.parse((await read.executeTakeFirstOrThrow()).content) as object
}
const store = (content: object) =>
  alter(`update z_readings set content = '${JSON.stringify(content).replaceAll("'", "''")}' where number = 1`)

beforeAll(async () => {
  clinic = await openCashClinic()
})
afterAll(() => clinic.server.close())

/** Fields that are valid JSON. Each of them makes the content of a reading unreadable. */
const damagedParts: object[] = [
  ...['head', 'small_sales', 'percentage_tax', 'card_sales', 'cash', 'actions', 'taxes', 'documents'].flatMap((name) =>
    [null, 'x', 7].map((value) => ({ [name]: value })),
  ),
  { shifts: [null] },
  { shifts: [{}] },
  { methods: [{ method: 'cash', count: 1, amount: '1500' }] },
  { card_sales: [{ kind: 'sold', method: 'cash', count: 1, amount: null }] },
  { percentage_tax: { taxable: 1 } },
  { small_sales: { count: 1, amount: 1, limit: 1 } },
  { head: { name: 'Perlas' } },
  { terminal: { name: 'Front desk' } },
  { business_date: 20261121 },
  { closed_at: null },
  { grand_total: '0' },
  { net: 0.5 },
  { format: '5' },
  { format: 1 },
]

test('a reading whose content is damaged is reported by the check of the books, which checks the other readings too, and does not stop the list of readings', async () => {
  for (const date of ['2026-11-21', '2026-11-22']) {
    clinic.at(`${date}T09:00:00+08:00`)
    const shift = await clinic.open(1000)
    await clinic.peel()
    await clinic.close(shift.id, 2500)
    await clinic.closeDay(date)
  }
  const [first, second] = [1, 2].map((number) => s.readingName(number, 'Front desk'))
  const whole = await contentOfReading(1)
  await alter(`update z_readings set hash = 'x' where number = 2`)
  const damaged = [s.contentDamaged(first!), s.hashOff(second!)]
  for (const content of ['left(content, 40)', `'null'`, `'[]'`, `replace(content, '"format":5', '"format":9')`]) {
    await alter(`update z_readings set content = ${content} where number = 1`)
    expect((await clinic.recount()).findings).toEqual(damaged)
  }
  for (const part of [{ percentage_tax: null }, { cash: null }, { shifts: [null] }]) {
    await store({ ...whole, ...part })
    expect((await clinic.recount()).findings).toEqual(damaged)
  }
  const { data } = await clinic.asAdmin(cashManagementContract.readings, { querystring: {} })
  expect(data.map(({ number, net, grand_total }) => [number, net, grand_total])).toEqual([
    [2, 1500, 3000],
    [1, null, 1500],
  ])
  const open = clinic.asAdmin(cashContract.zReading, { params: { id: data[1]!.id } })
  expect(await errorOf(open)).toMatchObject({ status: 409, message: s.contentDamaged(first!) })
})

test('a reading is damaged if any part of its content is missing or of a wrong type', async () => {
  const whole = await contentOfReading(2)
  const parse = (part: object) => contentOf({ content: JSON.stringify({ ...whole, ...part }) })
  const optional = {
    percentage_tax: { taxable: 1, exempt: 2, undivided: -3 },
    card_sales: [{ kind: 'sold', method: 'cash', count: 1, amount: 1 }],
    small_sales: { count: 1, amount: 1, limit: 1, cover: { id: 'x', number: 1, count: 1, amount: 1 } },
  }
  expect(parse(optional)).toEqual({ ...whole, ...optional })
  for (const part of damagedParts) expect(parse(part), JSON.stringify(part)).toBeNull()
  for (const name of Object.keys(whole).filter((key) => key !== 'head' && key !== 'card_sellers'))
    expect(parse({ [name]: undefined }), name).toBeNull()
})
