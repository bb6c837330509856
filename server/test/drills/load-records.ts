import pg from 'pg'
import type { CivilDate } from '#shared/lib/manila-time.ts'
import type { LoadRecords, startUpgradeLoad } from './upgrade-load.ts'

/** Reads the records of the sample clinic that the load needs. The earlier version has these tables too. */
export async function readRecords(url: string, today: CivilDate): Promise<LoadRecords> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const first = async <T extends pg.QueryResultRow>(text: string) => (await client.query<T>(text)).rows
    const clients = await first<LoadRecords['clients'][number]>(
      `select c.person_id as "userId", c.id as "clientId", u.name from clients c join users u on u.id = c.person_id
       where u.closed_at is null and not exists (select from client_alerts where client_id = c.id)
       order by c.id limit 20`,
    )
    const [service] = await first<LoadRecords['service']>(
      `select s.id, s.treatment_id as "treatmentId", s.name, (s.price_centavos / 100)::int as pesos from services s
       where s.deleted_at is null and s.price_centavos % 100 = 0 order by s.duration_minutes, s.name limit 1`,
    )
    const [shift] = await first<{ terminal: string; cashier: string }>(
      `select terminal_id as terminal, u.email as cashier from shifts join users u on u.id = shifts.cashier_id
       where shifts.closed_at is null`,
    )
    // Without cash control there is no open shift, and a sale names no terminal.
    const cashier = shift?.cashier ?? 'cashier@mutya.test'
    return { today, cashier, terminalId: shift?.terminal, clients, service: service! }
  } finally {
    await client.end()
  }
}

/** Returns the changes that were confirmed and are missing in the database. */
export async function findLost(
  url: string,
  { sales, bookings }: Pick<ReturnType<typeof startUpgradeLoad>, 'sales' | 'bookings'>,
) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ id: string }>(
      'select key::text as id from idempotency_keys union all select id::text from appointments',
    )
    const stored = new Set(rows.map(({ id }) => id))
    return [...sales, ...bookings].filter((id) => !stored.has(id))
  } finally {
    await client.end()
  }
}
