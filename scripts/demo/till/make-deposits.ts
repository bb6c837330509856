import { MAIN_BRANCH_ID } from '#server/db/main-branch.ts'
import { depositFor } from '#shared/deposits/deposit-rule.ts'
import { logEvent } from '../demo-log.ts'
import type { DemoRows } from '../demo-rows.ts'
import { idAt } from '../id-at.ts'
import type { DemoService } from '../make-catalogue.ts'
import type { DemoClient } from '../make-people.ts'
import { seededRandom } from '../random.ts'

type Options = {
  now: Date
  opened: Date
  clients: readonly DemoClient[]
  services: readonly DemoService[]
}

/** The rule for the services for which the sample clinic asks for a deposit. */
const RULE = { kind: 'percent', value: 30 } as const
const RETURN_NOTICE_HOURS = 24
const NOTE = 'The deposit reserves the doctor’s time and your vial.'

/** How the clients of the sample paid their deposits; the last one has not paid yet. */
const REPORTS = [
  { method: 'gcash', reference_number: '8021 4437 2915' },
  { method: 'maya', reference_number: 'MY-77120934' },
  null,
] as const

const MINUTE_MS = 60_000

/** Adds the settings for deposits, with a rule for each of these services. */
function addSettings(rows: DemoRows, { opened }: Options, serviceIds: ReadonlySet<string>): void {
  rows.deposit_settings.push({
    branch_id: MAIN_BRANCH_ID,
    is_on: true,
    hold_hours: 24,
    return_notice_hours: RETURN_NOTICE_HOURS,
    note: NOTE,
    gcash: '0917 555 0128, Mutya Skin & Aesthetics',
    bank_transfer: 'BPI 1234-5678-90, Mutya Skin & Aesthetics',
    version: 1,
    updated_at: opened,
  })
  for (const service_id of serviceIds) rows.deposit_rules.push({ service_id, ...RULE })
}

/** Finds the first pending visits of clients who can log in. */
function pendingVisits(rows: DemoRows, { now, clients }: Options) {
  const accounts = new Set(rows.accounts.map(({ person_id }) => person_id))
  return rows.appointments
    .filter(({ status, lapses_at, starts_at }) => status === 'pending' && !lapses_at && new Date(starts_at) > now)
    .flatMap((visit) => {
      const client = clients.find(({ clientId }) => clientId === visit.client_id)
      return client && accounts.has(client.id) ? [{ ...visit, client }] : []
    })
    .slice(0, REPORTS.length)
}

/** Adds the settings for deposits and three deposits of pending visits: two to verify and one that is not paid. */
export function makeDeposits(rows: DemoRows, options: Options): void {
  const { now } = options
  const random = seededRandom(144)
  const visits = pendingVisits(rows, options)
  addSettings(rows, options, new Set(visits.map(({ service_id }) => service_id)))
  for (const [n, { id: appointment_id, client_id, client, service_id, created_at }] of visits.entries()) {
    const { price } = options.services.find(({ id: serviceId }) => serviceId === service_id)!
    const amount_centavos = depositFor([{ price, rule: RULE }], null)
    const requested_at = new Date(created_at)
    const reported_at = new Date(Math.min(now.getTime(), requested_at.getTime() + 25 * MINUTE_MS))
    const report = REPORTS[n]
    const id = idAt(random, requested_at)
    rows.deposits.push({
      id,
      branch_id: MAIN_BRANCH_ID,
      appointment_id,
      client_id,
      amount_centavos,
      return_notice_hours: RETURN_NOTICE_HOURS,
      note: NOTE,
      requested_at,
      ...(report && { ...report, reported_at }),
    })
    const parameters = { client: client.name, amount_centavos }
    const requested = { type: 'deposits.deposit.requested', subjectId: id, parameters } as const
    logEvent(rows, random, { at: requested_at, by: client }, requested)
    const reported = { type: 'deposits.deposit.reported', subjectId: id, parameters } as const
    if (report) logEvent(rows, random, { at: reported_at, by: client }, reported)
  }
}
