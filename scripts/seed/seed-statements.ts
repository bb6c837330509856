/**
 * This module generates load with SQL, with one or a few statements per kind and step, because 200,000 sales through
 * the service would take an hour. The books still balance: lines add up to subtotals, receipt numbers have no gaps, and
 * day totals and counts are updated. `$1` is the time of seeding; `$2` and `$3` are the first and last number of the
 * step. Only the first statement of a kind takes these parameters.
 */

/** Temporary functions, which PostgreSQL drops when the connection closes. */
export const prepare = `
create function pg_temp.id_at(at timestamptz) returns uuid language sql volatile as $$
  select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7'
    || substr(md5(random()::text), 1, 3) || '8' || substr(md5(random()::text), 1, 15))::uuid
$$;
create function pg_temp.name_of(n bigint) returns text language sql immutable as $$
  select ('{Bianca,Andrea,Jessa,Maricel,Tricia,Carla,Liza,Rowena,Camille,Patricia,Angelica,Beatriz,Cristina,Danica,Erika,Faith,Gemma,Hazel,Isabel,Janine,Katrina,Lorena,Mariel,Nadine,Olivia,Pauline,Regine,Sheila,Teresa,Vanessa,Miguel,Paolo,Ramon,Joaquin,Nico,Antonio,Emilio,Gabriel,Marco,Rafael}'::text[])[1 + n % 40]
    || ' ' || ('{Reyes,Santos,Cruz,Bautista,Ocampo,Garcia,Mendoza,Torres,Villanueva,Ramos,Aquino,Castillo,Flores,Navarro,Salazar,Mercado,Domingo,Pascual,Soriano,Valdez,Aguilar,Alvarez,Andres,Batungbakal,Cabrera,Calderon,Corpuz,Dizon,Enriquez,Espiritu,Fernandez,Galang,Guevarra,Hernandez,Ignacio,Jimenez,Lacson,Lopez,Magsaysay,Manalo,Medina,Natividad,Ortega,Padilla,Quizon,Rivera,Samonte,Tolentino,Velasco,Zamora}'::text[])[1 + (n / 40) % 50]
    || ' ' || n
$$;
create temp table seed_clients as
  select row_number() over (order by c.joined_at, c.id) - 1 as n, c.id, a.id as account_id, p.name
  from clients c join people p on p.id = c.person_id left join accounts a on a.person_id = p.id;
create unique index on seed_clients (n);
create temp table seed_services as
  select row_number() over (order by s.name, s.id) - 1 as n, s.id, s.name, s.price_centavos,
         t.id as treatment_id, t.name as treatment_name
  from services s join treatments t on t.id = s.treatment_id
  where s.deleted_at is null and t.deleted_at is null;
create temp table seed_sales (
  id uuid, receipt bigint, at timestamptz, date date, client_id uuid, name text, total bigint, text text,
  a_id uuid, a_name text, a_price bigint, a_tid uuid, a_tname text,
  b_id uuid, b_name text, b_price bigint, b_tid uuid, b_tname text
);
create temp table seed_staff as
  select id, name from users where role in ('cashier', 'admin') and closed_at is null order by role desc, created_at limit 1;
`

export const clients = `
with new_people as (
  select n, $1::timestamptz - (n % 400) * interval '1 day' - (n % 86400) * interval '1 second' as at,
         pg_temp.name_of(n) as name, 'seed' || n || '@example.ph' as email,
         '09' || 15 + n % 80 || lpad((n * 48271 % 10000000)::text, 7, '0') as phone
  from generate_series($2::bigint, $3::bigint) n
), added as (
  insert into people (id, first_name, email, contact_number, contact_normalised, created_at, updated_at, name_search, search_text)
  select pg_temp.id_at(at), name, email, phone, '+63' || substr(phone, 2), at, at, lower(name),
         lower(name) || ' ' || email || ' ' || phone || ' +63' || substr(phone, 2)
  from new_people returning id, created_at
), with_account as (
  insert into accounts (id, person_id, role, created_at, updated_at)
  select id, id, 'client', created_at, created_at from added
)
insert into clients (id, person_id, joined_at, proven_at)
select pg_temp.id_at(created_at), id, created_at, created_at from added`

/** The number of practitioners who do the seeded visits. Five of them work each day, one in each seeded room. */
const PRACTITIONERS = 20

/**
 * 33 half hours in five extra rooms make 165 appointments a day. The last ones are thirty days ahead, and none is on a
 * closed date. Of the past ones 9 % were cancelled and 5 % are no-shows; of all, 40 % were booked at the desk and 5 %
 * began without a booking.
 */
export const appointments = `
with places as (
  select id, row_number() over (order by position) - 1 as n from resources where kind = 'room' and position between 2 and 6
), people as (
  select id, substr(name, 14)::int - 1 as n from resources where kind = 'practitioner' and name like 'Practitioner %'
), today as (
  select ($1::timestamptz at time zone 'Asia/Manila')::date as date
), days as (
  select day::date as date, row_number() over (order by day desc) - 1 as n
  from today, generate_series(today.date + 30 - ($4::bigint / 165 + 400)::int, today.date + 30, interval '1 day') day
  where not exists (select from disabled_dates where disabled_dates.date = day::date)
), planned as (
  select i, pg_temp.id_at($1::timestamptz) as id, ((i / 5) % 33)::int as slot, (i % 5) as place,
    abs(hashint8(i)::bigint) as chance
  from generate_series($2::bigint, $3::bigint) i
), dated as (
  select p.*, d.date, d.n as day, (d.date::timestamp + interval '8 hours' + slot * interval '30 minutes') at time zone 'Asia/Manila' as starts_at
  from planned p join days d on d.n = ($4::bigint - i) / 165
), rows as (
  select d.*, c.id as client_id, s.id as service_id, s.treatment_id, pl.id as room_id, pe.id as practitioner_id,
    coalesce(case when chance / 100 % 5 > 1 then c.account_id end, (select id from seed_staff)) as booked_by,
    starts_at - case when chance / 500 % 20 = 0 then interval '0' else (1 + chance / 10000 % 20) * interval '1 day' end as booked_at,
    case when d.date >= (select date from today) then case when d.i % 3 = 0 then 'pending' else 'confirmed' end
      when chance % 100 < 14 then 'cancelled' else 'completed' end as status,
    case when d.date >= (select date from today) or chance % 100 >= 14 then null
      when chance % 100 < 5 then 'no-show' when chance % 100 < 11 then 'client' when chance % 100 < 13 then 'clinic' else 'other'
    end as cancel_reason
  from dated d
  -- The number of known clients grows with the visits, so that there are new clients in each month.
  join seed_clients c on c.n = (d.i * 48271) % (1 + (select count(*) - 1 from seed_clients) * d.i / $4::bigint)
  join seed_services s on s.n = d.i % (select count(*) from seed_services)
  join places pl on pl.n = d.place
  join people pe on pe.n = d.place + 5 * (d.day % 4)
), added as (
  insert into appointments (id, branch_id, client_id, treatment_id, service_id, practitioner_id, starts_at, ends_at, status,
    arrived_at, started_at, done_at, cancel_reason, cancelled_by, created_by, created_at, updated_at)
  select id, (select id from branches), client_id, treatment_id, service_id, practitioner_id, starts_at,
    starts_at + interval '30 minutes', status,
    case status when 'completed' then starts_at - interval '5 minutes' end,
    case status when 'completed' then starts_at + chance % 15 * interval '1 minute' end,
    case status when 'completed' then starts_at + interval '30 minutes' + chance % 15 * interval '1 minute' end,
    cancel_reason, case when cancel_reason is not null then booked_by end, booked_by, booked_at,
    case when cancel_reason is null then booked_at
      else greatest(booked_at, starts_at - chance / 20000 % 2 * interval '2 days' - interval '1 hour') end
  from rows order by booked_at, starts_at returning id
), counted as (
  update clients c set last_visit = greatest(c.last_visit, x.last)
  from (select client_id, max(date) as last from rows where status = 'completed' group by client_id) x
  where c.id = x.client_id
)
insert into resource_slots (resource_id, slot_at, appointment_id)
select used.id, starts_at + quarter, rows.id
from rows join added using (id), (values (interval '0'), (interval '15 minutes')) quarters (quarter),
  lateral (values (room_id), (practitioner_id)) used (id)
where status <> 'cancelled'
`

/**
 * Plans sales of two lines each, one sale every fifteen minutes, ending now. Sales and visits are inserted in the order
 * in which a clinic would have made them, because the order of the rows in a table decides how many pages a report
 * reads.
 */
const planSales = `
with base as (
  select last_number from document_counters where series = 'receipt'
), planned as (
  select i, $1::timestamptz - ($4::bigint - i) * interval '15 minutes' as at, c.id as client_id, c.name,
         a.id as a_id, a.name as a_name, a.price_centavos as a_price, a.treatment_id as a_tid, a.treatment_name as a_tname,
         b.id as b_id, b.name as b_name, b.price_centavos as b_price, b.treatment_id as b_tid, b.treatment_name as b_tname
  from generate_series($2::bigint, $3::bigint) i
  join seed_clients c on c.n = (i * 7) % (select count(*) from seed_clients)
  join seed_services a on a.n = i % (select count(*) from seed_services)
  join seed_services b on b.n = (i + 1) % (select count(*) from seed_services)
)
insert into seed_sales
select pg_temp.id_at(at), (select last_number from base) + 1 + i - $2::bigint, at,
       (at at time zone 'Asia/Manila')::date, client_id, name, a_price + b_price,
       a_tname || ': ' || a_name || ', ' || b_tname || ': ' || b_name,
       a_id, a_name, a_price, a_tid, a_tname, b_id, b_name, b_price, b_tid, b_tname
from planned p order by i`

/** Inserts lines and payments before their document, because a finished document accepts no more lines. */
const insertParts = `
with customers as (
  insert into document_customers (document_id, customer_name, search_text)
  select id, name, lower(name || ' ' || text) from seed_sales order by at
), lines as (
  insert into document_lines (document_id, position, kind, service_id, treatment_id, name, treatment_name, quantity,
    unit_price_centavos, line_total_centavos)
  select id, 1, 'service', a_id, a_tid, a_name, a_tname, 1, a_price, a_price from seed_sales
  union all select id, 2, 'service', b_id, b_tid, b_name, b_tname, 1, b_price, b_price from seed_sales
  order by 1, 2
)
insert into payments (document_id, position, method, amount_centavos, received_centavos, change_centavos)
select id, 1, 'cash', total, total, 0 from seed_sales order by at`

const insertDocuments = `
with issuer as (
  select id, name, address, phone, tin, receipt_foot from branches
), sold as (
  insert into documents (id, branch_id, kind, number, business_date, sold_at, cashier_id, cashier_name, client_id, is_walk_in,
    issuer_name, issuer_address, issuer_phone, issuer_tin, receipt_foot, item_count, treatment_text, subtotal_centavos,
    discount_centavos, total_centavos)
  select r.id, c.id, 'sale', r.receipt, r.date, r.at, s.id, s.name, r.client_id, true, c.name, c.address, c.phone,
    c.tin, c.receipt_foot, 2, r.text, r.total, 0, r.total
  from seed_sales r cross join seed_staff s cross join issuer c order by r.at
), history as (
  insert into client_services (id, client_id, treatment_id, service_id, treatment_name, service_name, date, sale_id, created_at)
  select pg_temp.id_at(at), client_id, a_tid, a_id, a_tname, a_name, date, id, at from seed_sales
  union all select pg_temp.id_at(at), client_id, b_tid, b_id, b_tname, b_name, date, id, at from seed_sales
), counted as (
  update clients c set services_availed = services_availed + x.lines, last_visit = greatest(c.last_visit, x.last)
  from (select client_id, 2 * count(*)::int as lines, max(date) as last from seed_sales group by client_id) x
  where c.id = x.client_id
), days as (
  insert into daily_sales (branch_id, business_date, total_centavos, transaction_count)
  select (select id from branches), date, sum(total), count(*) from seed_sales group by date
  on conflict (branch_id, business_date) do update set total_centavos = daily_sales.total_centavos + excluded.total_centavos,
    transaction_count = daily_sales.transaction_count + excluded.transaction_count
)
update document_counters set last_number = (select max(receipt) from seed_sales) where series = 'receipt'`

export const sales = [planSales, insertParts, insertDocuments, 'truncate seed_sales']

/** Creates categories for the generated products if the clinic has none. */
export const categories = `
insert into categories (id, name, created_at, search_text)
select pg_temp.id_at($1::timestamptz), 'Seeded supplies', $1::timestamptz, 'seeded supplies'
where not exists (select from categories)`

/** Spreads products over the existing categories. Each product has a name of its own. */
export const products = `
with places as (
  select id, row_number() over (order by name) - 1 as n, count(*) over () as count from categories
), planned as (
  select pg_temp.id_at(at) as id, at, i, 'Seeded product ' || substr(md5(random()::text), 1, 8) || ' ' || i as name
  from (select i, $1::timestamptz - (i % 400) * interval '1 day' as at from generate_series($2::bigint, $3::bigint) i) x
), added as (
  insert into products (id, branch_id, category_id, name, quantity, unit_type, created_at, updated_at, search_text)
  select p.id, (select id from branches), c.id, name, (i * 7) % 200, ('{pc,box,bottle,pack,set}'::text[])[1 + i % 5], at, at, lower(name)
  from planned p join places c on c.n = p.i % c.count
  returning id, branch_id, quantity, created_at
)
insert into stock_movements (product_id, number, branch_id, kind, amount, balance, moved_at)
select id, 1, branch_id, 'receive', quantity, quantity, created_at from added where quantity <> 0`

export const logs = `
insert into events (id, happened_at, user_id, user_name, user_role, type, kind, parameters, subject, search_text)
select pg_temp.id_at(at), at, s.id, s.name, 'cashier', 'legacy.note', kind, jsonb_build_object('sentence', action), 'seed',
       lower(s.name || ' ' || action)
from (
  select $1::timestamptz - (($4::bigint - n) % 40000000) * interval '1 minute' as at,
         ('{create,update,delete,system}'::text[])[1 + n % 4] as kind, 'Changed seeded record ' || n as action
  from generate_series($2::bigint, $3::bigint) n
) x cross join seed_staff s`

/** Adds rooms and practitioners, because the clinic's own ones cannot serve so many appointments. */
export const roomsAndPeople = `
insert into resources (id, branch_id, kind, name, position)
select pg_temp.id_at($1::timestamptz), (select id from branches), 'room', 'Room ' || n, n from generate_series(2, 6) n
union all
select pg_temp.id_at($1::timestamptz), (select id from branches), 'practitioner', 'Practitioner ' || n, n
from generate_series(1, ${PRACTITIONERS}) n
on conflict do nothing`
