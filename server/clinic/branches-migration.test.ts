import { expect, onTestFinished, test } from 'vitest'
import { MAIN_BRANCH_ID } from '#server/db/main-branch.ts'
import { startEarlierDatabase, type EarlierDatabase } from '#server/test/earlier-database.ts'

const id = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`
const at = `'2026-11-20T09:00:00+08:00'`

/** Rows of a clinic from before the migration to branches: an appointment, a sale, a closed day and a product. */
const CLINIC = `
  insert into clinic (name, address, location_label, phone, email, tin, hours_text, receipt_foot, facebook_url,
    instagram_url, tiktok_url, updated_at)
  values ('Perlas', '12 Scout St', 'Quezon City', '0917', 'hello@perlas.ph', '123-456-789', '9 to 5', 'Salamat', 'https://f',
    'https://i', 'https://t', ${at});
  update opening_hours set first_slot = 4, last_slot = 19 where weekday = 2;
  update opening_hours set first_slot = 0, last_slot = 31 where weekday = 3;
  update opening_hours set is_open = false, first_slot = 2, last_slot = 2 where weekday = 4;
  update opening_hours set first_slot = 32, last_slot = 32 where weekday = 5;
  insert into people (id, first_name, created_at, updated_at, search_text) values ('${id(1)}', 'Ana', ${at}, ${at}, 'ana');
  insert into accounts (id, person_id, role, created_at, updated_at) values ('${id(1)}', '${id(1)}', 'client', ${at}, ${at});
  insert into clients (id, person_id, joined_at) values ('${id(2)}', '${id(1)}', ${at});
  insert into treatments (id, name, created_at, updated_at, search_text) values ('${id(3)}', 'Facials', ${at}, ${at}, '');
  insert into services (id, treatment_id, name, created_at, updated_at, search_text)
    values ('${id(4)}', '${id(3)}', 'Peel', ${at}, ${at}, '');
  insert into appointments (id, client_id, station_id, treatment_id, service_id, appointment_date, appointment_time,
    starts_at, created_by, created_at, updated_at)
  select '${id(5)}', '${id(2)}', id, '${id(3)}', '${id(4)}', '2026-12-01', '09:00', '2026-12-01T09:00:00+08:00', '${id(1)}', ${at}, ${at}
    from stations;
  insert into disabled_dates (id, date, remark, created_at) values ('${id(6)}', '2026-12-02', 'Training', ${at});
  insert into opened_holidays (date, created_at) values ('2026-12-08', ${at});
  update document_counters set last_number = 17;
  insert into daily_sales (business_date, total_centavos, transaction_count) values ('2026-11-20', 150000, 2);
  insert into categories (id, name, created_at, search_text) values ('${id(7)}', 'Gloves', ${at}, 'gloves');
  insert into products (id, category_id, name, quantity, unit_type, created_at, updated_at, search_text)
    values ('${id(8)}', '${id(7)}', 'Nitrile gloves', 3, 'box', ${at}, ${at}, 'nitrile gloves');
`

async function earlier(statements: string): Promise<EarlierDatabase> {
  const database = await startEarlierDatabase('0020-branches')
  onTestFinished(() => database.close())
  await database.run(statements)
  await database.migrate()
  return database
}

test('the migration turns a clinic into a branch with the same name, contact details and texts', async () => {
  const { rows } = await earlier(CLINIC)
  expect(await rows('select * from branches')).toEqual([
    {
      id: MAIN_BRANCH_ID,
      name: 'Perlas',
      address: '12 Scout St',
      location_label: 'Quezon City',
      phone: '0917',
      email: 'hello@perlas.ph',
      tin: '123-456-789',
      tin_branch: '',
      hours_text: '9 to 5',
      receipt_foot: 'Salamat',
      facebook_url: 'https://f',
      instagram_url: 'https://i',
      tiktok_url: 'https://t',
      updated_at: '2026-11-20 01:00:00+00',
    },
  ])
})

test('the migration turns the slots of opening hours into times: a half-hour visit that could start in the last slot ends at closing time', async () => {
  const { rows } = await earlier(CLINIC)
  const hours = (weekday: number, opens_at: string, closes_at: string, is_open = 't') => ({
    branch_id: MAIN_BRANCH_ID,
    weekday: String(weekday),
    opens_at,
    closes_at,
    is_open,
  })
  expect(await rows('select * from opening_hours order by weekday')).toEqual([
    hours(0, '08:00:00', '00:30:00'),
    hours(1, '08:00:00', '00:30:00'),
    hours(2, '10:00:00', '18:00:00'),
    hours(3, '08:00:00', '00:00:00'),
    hours(4, '09:00:00', '09:30:00', 'f'),
    hours(5, '24:00:00', '00:30:00'),
    hours(6, '08:00:00', '00:30:00'),
  ])
})

test('the migration assigns everything that happened at the clinic to its branch', async () => {
  const { rows } = await earlier(CLINIC)
  const branch_id = MAIN_BRANCH_ID
  expect(await rows('select branch_id, id from appointments')).toEqual([{ branch_id, id: id(5) }])
  expect(await rows('select branch_id, date, remark from disabled_dates')).toEqual([
    { branch_id, date: '2026-12-02', remark: 'Training' },
  ])
  expect(await rows('select branch_id, date from opened_holidays')).toEqual([{ branch_id, date: '2026-12-08' }])
  expect(await rows('select * from document_counters')).toEqual([{ branch_id, series: 'receipt', last_number: '17' }])
  expect(await rows('select * from daily_sales')).toEqual([
    { branch_id, business_date: '2026-11-20', total_centavos: '150000', transaction_count: '2' },
  ])
  expect(await rows('select branch_id, name, quantity from products')).toEqual([
    { branch_id, name: 'Nitrile gloves', quantity: '3' },
  ])
})

test('a clinic without a name becomes a branch without a name', async () => {
  const { rows } = await earlier('')
  expect(await rows('select id, name, hours_text, updated_at from branches')).toEqual([
    { id: MAIN_BRANCH_ID, name: '', hours_text: 'By Appointment Only', updated_at: null },
  ])
  expect(await rows('select count(*) from opening_hours')).toEqual([{ count: '7' }])
})
