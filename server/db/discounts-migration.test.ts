import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startEarlierDatabase } from '#server/test/earlier-database.ts'
import { CASHIER_AND_SERVICE, earlier } from '#server/test/earlier-documents.ts'

const id = (n: number) => `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`
const { cashier: person, treatment, service, addOn } = earlier
const [discounted, plain, voided] = [id(101), id(102), id(103)]

/**
 * A sale of three lines with a discount that cannot be divided evenly, a sale without a discount, and a void of the
 * first sale.
 */
const OLD_ROWS = `
${CASHIER_AND_SERVICE}
begin;
insert into document_lines (document_id, position, parent_position, kind, service_id, treatment_id, treatment_name,
    add_on_id, name, quantity, unit_price_centavos, line_total_centavos) values
  ('${discounted}', 1, null, 'service', '${service}', '${treatment}', 'Facials', null, 'Diamond peel', 1, 100, 100),
  ('${discounted}', 2, 1, 'add_on', null, null, null, '${addOn}', 'LED light', 1, 100, 100),
  ('${discounted}', 3, null, 'service', '${service}', '${treatment}', 'Facials', null, 'Diamond peel', 1, 100, 100),
  ('${plain}', 1, null, 'service', '${service}', '${treatment}', 'Facials', null, 'Diamond peel', 1, 100, 100),
  ('${voided}', 1, null, 'service', '${service}', '${treatment}', 'Facials', null, 'Diamond peel', -1, 100, -100),
  ('${voided}', 2, 1, 'add_on', null, null, null, '${addOn}', 'LED light', -1, 100, -100),
  ('${voided}', 3, null, 'service', '${service}', '${treatment}', 'Facials', null, 'Diamond peel', -1, 100, -100);
insert into payments (document_id, position, method, amount_centavos, received_centavos, change_centavos) values
  ('${discounted}', 1, 'cash', 200, 200, 0), ('${plain}', 1, 'cash', 100, 100, 0), ('${voided}', 1, 'cash', -200, -200, 0);
insert into documents (id, branch_id, kind, number, refers_to, reason, business_date, sold_at, cashier_id, cashier_name,
    is_walk_in, issuer_name, issuer_address, issuer_phone, issuer_tin, receipt_foot, item_count, treatment_text,
    subtotal_centavos, discount_centavos, discount_reason, total_centavos)
  select x.id::uuid, b.id, x.kind, x.n, x.refers_to::uuid, case x.kind when 'void' then 'wrong' end, '2026-11-20',
    '2026-11-20 10:00+08'::timestamptz + n * interval '1 minute', '${person}', 'Andrea Cruz', true, 'Mutya', '', '', '', '',
    x.items, '', x.items * 100, x.discount, case x.discount when 0 then null else 'Promo' end, x.items * 100 - x.discount
  from branches b, (values
    ('${discounted}', 'sale', 1, null, 3, 100), ('${plain}', 'sale', 2, null, 1, 0),
    ('${voided}', 'void', 3, '${discounted}', -3, -100)) x (id, kind, n, refers_to, items, discount);
commit;`

let database: Awaited<ReturnType<typeof startEarlierDatabase>>
let before: unknown[]
const totals =
  'select number, kind, subtotal_centavos, discount_centavos, total_centavos from documents order by number'

beforeAll(async () => {
  database = await startEarlierDatabase('0051-discounts-and-tax')
  await database.run(OLD_ROWS)
  before = await database.rows(totals)
  await database.migrate()
})
afterAll(() => database.close())

test('the migration splits an old discount over the lines to the centavo, and reverses it for a void', async () => {
  const rows = await database.rows(`select order_discount_centavos as share, tax_class, vatable_centavos as vatable
    from document_lines order by document_id, position`)
  expect(rows.map((row) => row['share'])).toEqual(['33', '34', '33', '0', '-33', '-34', '-33'])
  expect(rows.every((row) => row['tax_class'] === null && row['vatable'] === '0')).toBe(true)
})

test('the migration keeps the totals of documents, and sets no tax for any clinic', async () => {
  expect(await database.rows(totals)).toEqual(before)
  expect(await database.rows('select is_vat_registered, charges_excise from branches')).toEqual([
    { is_vat_registered: 'f', charges_excise: 'f' },
  ])
})

test('the database rejects a line whose taxes do not match its price, and a document with a wrong sum', async () => {
  const line = (sums: string) => `insert into document_lines (document_id, position, kind, service_id, treatment_id,
    treatment_name, name, quantity, unit_price_centavos, line_total_centavos, tax_class, vatable_centavos, vat_centavos)
    values ('${id(104)}', 1, 'service', '${service}', '${treatment}', 'Facials', 'Diamond peel', 1, 112, 112, ${sums})`
  await expect(database.run(line(`'vatable', 100, 11`))).rejects.toMatchObject({ constraint: 'document_lines__tax' })
  await expect(database.run(line(`null, 100, 12`))).rejects.toMatchObject({ constraint: 'document_lines__tax' })
  const sums = { id: id(104), number: 4, subtotal_centavos: 112, total_centavos: 112 }
  const document = (more: object) => `begin; ${line(`'vatable', 100, 12`)};
    insert into payments (document_id, position, method, amount_centavos, received_centavos, change_centavos)
      values ('${id(104)}', 1, 'cash', 112, 112, 0);
    insert into documents select (jsonb_populate_record(d, '${JSON.stringify({ ...sums, ...more })}')).*
      from documents d where number = 2; commit`
  await expect(database.run(document({}))).rejects.toMatchObject({ constraint: 'documents__adds_up' })
  await database.run('rollback')
  await database.run(document({ vatable_centavos: 100, vat_centavos: 12 }))
})

test('a document’s Senior Citizen or PWD card can be neither changed nor deleted, but its birth date can be removed', async () => {
  await database.run(`begin; alter table document_cards disable trigger document_cards__before_document;
    insert into document_cards values ('${plain}', 'senior', 'QC-1', 'Corazon Villanueva', '1959-03-14'); commit`)
  const change = (what: string) => database.run(`update document_cards set ${what}`)
  await expect(change(`id_number = 'QC-2'`)).rejects.toThrow('append-only')
  await expect(change(`birth_date = '1950-01-01'`)).rejects.toThrow('append-only')
  await expect(database.run('delete from document_cards')).rejects.toThrow('append-only')
  await change('birth_date = null')
})

/**
 * A document of earlier versions with two lines. With a `reason` the first line has a discount: a promo, or that of a
 * Senior Citizen or PWD card.
 */
function cardDocument(number: number, { reason, card, voids }: { reason?: string; card?: string; voids?: number }) {
  const [sign, kind] = voids === undefined ? [1, 'sale'] : [-1, 'void']
  const [less, discount] = reason === undefined ? [0, 0] : [reason === 'Promo' ? 0 : 12, 20]
  const document = id(200 + number)
  const net = 212 - less - discount
  const line = (position: number, price: number, off: string) => `('${document}', ${position}, 'service', '${service}',
    '${treatment}', 'Facials', 'Diamond peel', ${sign}, ${price}, ${off})`
  return `begin;
    insert into document_lines (document_id, position, kind, service_id, treatment_id, treatment_name, name, quantity,
        unit_price_centavos, discount_reason, discount_centavos, less_vat_centavos, line_total_centavos) values
      ${line(1, 112, `${reason ? `'${reason}'` : 'null'}, ${sign * discount}, ${sign * less}, ${sign * (112 - less - discount)}`)},
      ${line(2, 100, `null, 0, 0, ${sign * 100}`)};
    insert into payments (document_id, position, method, amount_centavos, received_centavos, change_centavos)
      values ('${document}', 1, 'cash', ${sign * net}, ${sign * net}, 0);
    ${card ? `insert into document_cards (document_id, kind, id_number, name) values ('${document}', 'pwd', '${card}', 'Ana');` : ''}
    insert into documents (id, branch_id, kind, number, series, refers_to, reason, business_date, sold_at, cashier_id,
        cashier_name, is_walk_in, issuer_name, issuer_address, issuer_phone, issuer_tin, receipt_foot, item_count,
        treatment_text, line_discount_centavos, less_vat_centavos, subtotal_centavos, discount_centavos, total_centavos)
      select '${document}', id, '${kind}', ${number}, 'receipt', ${voids === undefined ? 'null' : `'${id(200 + voids)}'`},
        ${voids === undefined ? 'null' : `'wrong'`}, '2026-11-20', '2026-11-20 10:00+08', '${person}', 'Andrea Cruz', true,
        'Mutya', '', '', '', '', ${sign * 2}, '', ${sign * discount}, ${sign * less}, ${sign * net}, 0, ${sign * net}
      from branches;
    commit;`
}

test('the migration assigns each line with a Senior Citizen or PWD discount to the only card of its document, and a line of a void to the card of the voided sale', async () => {
  const earlierVersion = await startEarlierDatabase('0129-cards-for-pieces')
  onTestFinished(() => earlierVersion.close())
  await earlierVersion.run(`${CASHIER_AND_SERVICE}
    ${cardDocument(1, { reason: 'PWD', card: 'PWD-1' })}
    ${cardDocument(2, { reason: 'PWD', voids: 1 })}
    ${cardDocument(3, { reason: 'Promo' })}
    ${cardDocument(4, {})}`)
  const amounts =
    'select document_id, position, discount_centavos, line_total_centavos from document_lines order by 1, 2'
  const amountsBefore = await earlierVersion.rows(amounts)
  await earlierVersion.migrate()
  expect(await earlierVersion.rows(amounts)).toEqual(amountsBefore)
  const lines = await earlierVersion.rows(`select number, line.position, card_position
    from document_lines line join documents on documents.id = document_id order by 1, 2`)
  expect(lines.map((row) => [row['number'], row['position'], row['card_position']])).toEqual([
    ['1', '1', '1'],
    ['1', '2', null],
    ['2', '1', '1'],
    ['2', '2', null],
    ...['3', '4'].flatMap((number) => [
      [number, '1', null],
      [number, '2', null],
    ]),
  ])
  expect(await earlierVersion.rows('select position, id_number from document_cards')).toEqual([
    { position: '1', id_number: 'PWD-1' },
  ])
})
