import { expect, onTestFinished, test } from 'vitest'
import { startEarlierDatabase } from '#server/test/earlier-database.ts'

const id = (kind: string) => `01900000-0000-7000-8000-${kind.repeat(12)}`

test('documents of before are acknowledgements of the series that they had, and the next one follows them', async () => {
  const database = await startEarlierDatabase('0053-document-modes')
  onTestFinished(() => database.close())
  await database.run(`
    insert into people (id, first_name, created_at, updated_at, search_text)
      values ('${id('a')}', 'Andrea', '2026-11-01Z', '2026-11-01Z', 'andrea');
    insert into accounts (id, person_id, role, created_at, updated_at)
      values ('${id('a')}', '${id('a')}', 'cashier', '2026-11-01Z', '2026-11-01Z');
    insert into treatments (id, name, created_at, updated_at, search_text) values ('${id('b')}', 'Facials', '2026-11-01Z', '2026-11-01Z', '');
    insert into services (id, treatment_id, name, price_centavos, created_at, updated_at, search_text)
      values ('${id('c')}', '${id('b')}', 'Peel', 100, '2026-11-01Z', '2026-11-01Z', '');
    insert into terminals (id, branch_id, name, created_at) select '${id('e')}', id, 'Front desk', '2026-11-01Z' from branches;
    update document_counters set last_number = 1;
    begin;
    insert into document_lines (document_id, position, kind, service_id, treatment_id, name, treatment_name, quantity,
        unit_price_centavos, line_total_centavos)
      values ('${id('d')}', 1, 'service', '${id('c')}', '${id('b')}', 'Peel', 'Facials', 1, 100, 100);
    insert into payments (document_id, position, method, amount_centavos, received_centavos, change_centavos)
      values ('${id('d')}', 1, 'cash', 100, 100, 0);
    insert into documents (id, branch_id, kind, number, business_date, sold_at, cashier_id, cashier_name, is_walk_in,
        issuer_name, issuer_address, issuer_phone, issuer_tin, receipt_foot, item_count, treatment_text,
        subtotal_centavos, discount_centavos, total_centavos)
      select '${id('d')}', id, 'sale', 1, '2026-11-20', '2026-11-20Z', '${id('a')}', 'Andrea', true, '', '', '', '', '', 1,
        '', 100, 0, 100 from branches;
    commit;`)
  const before = await database.rows('select * from documents')
  await database.migrate()
  const after = await database.rows('select * from documents')
  expect(after).toMatchObject(before.map((row) => ({ ...row, mode: 'acknowledgement', registration: null })))
  expect(await database.rows('select series, last_number from document_counters')).toEqual([
    { series: 'receipt', last_number: '1' },
  ])
  expect(await database.rows('select document_mode, registered_name, permit_date from branches')).toEqual([
    { document_mode: 'acknowledgement', registered_name: '', permit_date: null },
  ])
  expect(await database.rows('select machine_number, serial_number from terminals')).toEqual([
    { machine_number: '', serial_number: '' },
  ])
})
