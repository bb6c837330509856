import { addMonths, manilaDate, startOfMonth, type CivilDate } from '#shared/lib/manila-time.ts'
import type { SeniorPwdCard } from '#shared/sales/checkout-body.ts'
import { logEvent } from '../demo-log.ts'
import type { DemoRows } from '../demo-rows.ts'
import type { DemoService } from '../make-catalogue.ts'
import type { DemoClient, DemoStaff } from '../make-people.ts'
import { seededRandom, type Random } from '../random.ts'
import { ELIGIBLE_TREATMENT } from './till-content.ts'

/** The sample clinic has been VAT-registered for this many months, the current one included. */
const VAT_MONTHS = 6
const SENIORS_EVERY = 17
const PWD_EVERY = 43
/** Every second Senior Citizen comes with their husband or wife, who has a Senior Citizen card too. */
const COUPLES_EVERY = 2 * SENIORS_EVERY

/** Till settings that only the sample clinic has. */
export type SampleTill = {
  vatSince: CivilDate
  /** The services to which a Senior Citizen or PWD card applies. */
  eligible: ReadonlySet<string>
  /**
   * Senior Citizen and PWD cards by client id: the client's own, and that of a companion who is treated in the same
   * visits.
   */
  cards: ReadonlyMap<string, readonly [SeniorPwdCard, ...SeniorPwdCard[]]>
  admin: DemoStaff['admin']
}

type Options = {
  now: Date
  opened: Date
  staff: DemoStaff
  clients: readonly DemoClient[]
  services: readonly DemoService[]
  pinHash: string
}

const digits = (random: Random, count: number) => String(random.whole(0, 10 ** count - 1)).padStart(count, '0')

/**
 * Returns the card of the n-th client. Every 17th client is a Senior Citizen and some are persons with disabilities.
 * The first client, who has a log-in, is neither.
 */
function cardOf(random: Random, { name }: DemoClient, n: number, opened: Date): SeniorPwdCard | null {
  if (n > 0 && n % SENIORS_EVERY === 0) {
    const year = opened.getUTCFullYear() - random.whole(61, 79)
    const birth_date = `${year}-${String(random.whole(1, 12)).padStart(2, '0')}-${String(random.whole(1, 28)).padStart(2, '0')}`
    return { kind: 'senior', id_number: `QC-${digits(random, 6)}`, name, birth_date, tin: null }
  }
  if (n > 0 && n % PWD_EVERY === 0)
    return { kind: 'pwd', id_number: `13-7404-000-${digits(random, 7)}`, name, birth_date: null, tin: null }
  return null
}

/**
 * Returns the Senior or PWD card of a client and, for a couple, also the companion’s. Returns null for a client without
 * a card.
 */
function cardsOf(
  random: Random,
  client: DemoClient,
  n: number,
  opened: Date,
): [SeniorPwdCard, ...SeniorPwdCard[]] | null {
  const own = cardOf(random, client, n, opened)
  if (!own || n % COUPLES_EVERY !== 0) return own && [own]
  // Companions' cards use a separate random sequence, so that adding a couple does not change the other random sample
  // data.
  const ofCouple = seededRandom(n)
  const surname = client.name.split(' ').at(-1)!
  const companion: SeniorPwdCard = {
    kind: 'senior',
    id_number: `QC-${digits(ofCouple, 6)}`,
    name: `${ofCouple.pick(['Rosario', 'Ernesto', 'Lourdes', 'Benigno'])} ${surname}`,
    birth_date: own.birth_date,
    tin: null,
  }
  return [{ ...own, tin: `000-${digits(ofCouple, 3)}-${digits(ofCouple, 3)}` }, companion]
}

/** Returns the date from which the sample clinic is VAT-registered, the first day of a month. */
const vatSince = (now: Date): CivilDate => addMonths(startOfMonth(manilaDate(now)), 1 - VAT_MONTHS)

/** Sets up the till: discount cards, eligible services, the admin's PIN, and the log entries for these changes. */
export function setUpTill(rows: DemoRows, random: Random, options: Options): SampleTill {
  const { now, opened, staff, clients, services, pinHash } = options
  const eligible = new Set(
    services.filter(({ treatmentName }) => treatmentName === ELIGIBLE_TREATMENT).map(({ id }) => id),
  )
  for (const service of rows.services) service.senior_pwd_eligible = eligible.has(service.id)
  rows.approval_pins.push({ account_id: staff.admin.id, pin_hash: pinHash, set_at: opened })
  const log = (at: Date, event: Parameters<typeof logEvent>[3]) =>
    logEvent(rows, random, { at, by: staff.admin }, event)
  log(opened, { type: 'approvals.pin.set', subjectId: staff.admin.id, parameters: {} })
  const since = vatSince(now)
  log(new Date(`${since}T07:30:00+08:00`), {
    type: 'clinic.documents.changed',
    subjectId: null,
    parameters: {},
    changes: [{ field: 'is_vat_registered', from: false, to: true }],
  })
  const cards = clients.flatMap((client, n) => {
    const ofClient = cardsOf(random, client, n, opened)
    return ofClient ? [[client.clientId, ofClient] as const] : []
  })
  return { vatSince: since, eligible, cards: new Map(cards), admin: staff.admin }
}
