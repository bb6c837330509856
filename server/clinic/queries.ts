import { sql, type Updateable } from 'kysely'
import type { ReadTx, Tx } from '#server/db/pool.ts'
import { oneOf, prepared, rowsOf } from '#server/db/prepared.ts'
import type { Branches } from '#server/db/schema.ts'
import type { ColourChoice } from '#shared/clinic/colour-choice.ts'
import type { BookingRules, SelfServicePolicy } from '#shared/clinic/booking-rules.ts'
import { PROFILE_COLUMNS } from '#shared/clinic/contract.ts'
import type { MachineData } from '#shared/clinic/documents.ts'
import type { OpeningSpan } from './opening-spans.ts'

export const readBranch = (tx: ReadTx, branchId: string) =>
  tx.selectFrom('branches').select(PROFILE_COLUMNS).where('id', '=', branchId).executeTakeFirstOrThrow()

/** Logo and colours of the published website; undefined when none is published. */
export const readLook = (tx: ReadTx, branchId: string) =>
  tx
    .selectFrom('website_versions')
    .select([
      sql<string | null>`content #>> '{look,logo}'`.as('logo_id'),
      sql<ColourChoice | null>`content #>> '{look,colours}'`.as('colours'),
    ])
    .where('branch_id', '=', branchId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()

/** A branch's active terminals by name, with the data that invoices print about them. */
const machinesOf = (branchId: string) =>
  sql<
    MachineData[]
  >`(select coalesce(json_agg(json_build_object('id', id, 'name', name, 'machine_number', machine_number,
    'serial_number', serial_number) order by lower(name)), '[]') from terminals where branch_id = ${branchId} and is_active)`

const issuerColumns = [
  'name',
  'address',
  'phone',
  'tin',
  'tin_branch',
  'document_mode',
  'covers_small_sales',
  'small_sale_limit_centavos',
  'receipt_foot',
  'invoice_foot',
  'registered_name',
  'trade_name',
  'permit_number',
  'permit_date',
  'accreditation_number',
  'accreditation_date',
  'accreditation_until',
  'supplier_name',
  'supplier_address',
  'supplier_tin',
] as const

/**
 * Reads in one statement the issuer's details on documents, and the issuing terminal: the given one, or the only active
 * one.
 */
export const readIssuer = (tx: ReadTx, branchId: string, terminalId: string | null) =>
  oneOf(tx, issuer({ branchId, terminalId }))

const issuer = prepared((db, { branchId, terminalId }: { branchId: string; terminalId: string | null }) =>
  db
    .selectFrom('branches')
    .select([...issuerColumns, 'location_label', 'payment_methods', 'cashier_discount_limit'])
    .select(['is_vat_registered', 'charges_excise'])
    .select(
      sql<MachineData | null>`(select (json_agg(json_build_object('id', id, 'name', name, 'machine_number', machine_number,
        'serial_number', serial_number)))->0
        from terminals where branch_id = ${branchId}
          and (id = ${terminalId}::uuid or ${terminalId}::uuid is null and is_active)
        having count(*) = 1)`.as('terminal'),
    )
    .select(
      sql<Date | null>`(select accepted_at from book_clocks where branch_id = ${branchId})`.as('clock_accepted_at'),
    )
    .where('id', '=', branchId),
)

export const readDocumentSettings = (tx: ReadTx, branchId: string) =>
  tx
    .selectFrom('branches')
    .select([...issuerColumns, 'is_vat_registered', 'charges_excise', 'version'])
    .select([
      machinesOf(branchId).as('terminals'),
      sql<boolean>`exists (select from document_counters
        where branch_id = ${branchId} and (series like 'invoice%' or series like 'small_sale%') and last_number > 0)`.as(
        'has_issued_invoices',
      ),
      sql<boolean>`cash_control_is_on(${branchId})`.as('has_cash_control'),
    ])
    .where('id', '=', branchId)
    .executeTakeFirstOrThrow()

/** Reads whether the branch is VAT-registered and charges excise. */
export const readTaxSettings = (tx: ReadTx, branchId: string) =>
  tx
    .selectFrom('branches')
    .select(['is_vat_registered', 'charges_excise'])
    .where('id', '=', branchId)
    .executeTakeFirstOrThrow()

/** The branch's payment rules. */
export const readPaymentRules = (tx: ReadTx, branchId: string) =>
  tx
    .selectFrom('branches')
    .select(['payment_methods', 'cashier_discount_limit', 'qr_ph', 'refunds_packages_pro_rata', 'version'])
    .where('id', '=', branchId)
    .executeTakeFirstOrThrow()

/** The origins of the websites that may show the branch's booking page in a frame. */
export const readFrameHosts = (tx: ReadTx, branchId: string) =>
  tx.selectFrom('branches').select(['frame_hosts', 'version']).where('id', '=', branchId).executeTakeFirstOrThrow()

/** The goal for the net sales of a month, in centavos. */
export const readMonthlyGoal = (tx: ReadTx, branchId: string) =>
  tx
    .selectFrom('branches')
    .select(['monthly_goal_centavos as centavos', 'version'])
    .where('id', '=', branchId)
    .executeTakeFirstOrThrow()

export const readDocumentMode = (tx: ReadTx, branchId: string) =>
  tx
    .selectFrom('branches')
    .select(['document_mode', 'covers_small_sales', 'small_sale_limit_centavos'])
    .where('id', '=', branchId)
    .executeTakeFirstOrThrow()

export const hasOpenShift = async (tx: ReadTx, branchId: string): Promise<boolean> =>
  (await tx
    .selectFrom('shifts')
    .innerJoin('terminals', 'terminals.id', 'shifts.terminal_id')
    .select('shifts.id')
    .where('branch_id', '=', branchId)
    .where('closed_at', 'is', null)
    .limit(1)
    .executeTakeFirst()) !== undefined

/**
 * Locks the branch, so that of two concurrent saves of the profile, the document mode or the cash settings the second
 * sees the first.
 */
export const lockBranch = (tx: Tx, branchId: string) =>
  tx.selectFrom('branches').select('id').where('id', '=', branchId).forUpdate().executeTakeFirstOrThrow()

/** The branch's opening spans, ordered by weekday and time. */
export const readSpans = (tx: ReadTx, branchId: string): Promise<OpeningSpan[]> =>
  tx
    .selectFrom('opening_hours')
    .select(['weekday', 'opens_at', 'closes_at', 'is_open'])
    .where('branch_id', '=', branchId)
    .orderBy('weekday')
    .orderBy('opens_at')
    .execute()

/** The week's opening spans as one column of a statement. */
export const spansOfWeek = (branchId: string) =>
  sql<OpeningSpan[]>`(
    select coalesce(json_agg(json_build_object('weekday', weekday, 'opens_at', opens_at, 'closes_at', closes_at,
      'is_open', is_open)), '[]')
    from opening_hours where branch_id = ${branchId})`

/** The branch's self-service policy and booking rules as one column of a statement. */
export const rulesOf = (branchId: string) =>
  sql<SelfServicePolicy & BookingRules>`(
    select json_build_object('move_notice_hours', move_notice_hours, 'cancel_notice_hours', cancel_notice_hours,
      'start_interval_minutes', start_interval_minutes, 'minimum_notice_minutes', minimum_notice_minutes,
      'horizon_days', horizon_days)
    from branches where id = ${branchId})`

export const updateBranch = (tx: Tx, branchId: string, values: Updateable<Branches> & { updated_at: Date }) =>
  tx.updateTable('branches').set(values).where('id', '=', branchId).execute()

/** Replaces all opening spans of a weekday by one. */
export async function replaceSpans(tx: Tx, branchId: string, span: OpeningSpan): Promise<void> {
  await tx.deleteFrom('opening_hours').where('branch_id', '=', branchId).where('weekday', '=', span.weekday).execute()
  await tx
    .insertInto('opening_hours')
    .values({ ...span, branch_id: branchId })
    .execute()
}

/**
 * The latest time of the server's clock that is known to be right: of a document, shift or reading, or accepted by an
 * admin. Undefined before the first.
 */
export const readAcceptedClock = async (tx: ReadTx, branchId: string): Promise<Date | undefined> =>
  (await rowsOf(tx, acceptedClock({ branchId })))[0]?.accepted_at

const acceptedClock = prepared((db, { branchId }: { branchId: string }) =>
  db.selectFrom('book_clocks').select('accepted_at').where('branch_id', '=', branchId),
)

export const saveAcceptedClock = (tx: Tx, branchId: string, accepted_at: Date) =>
  tx
    .insertInto('book_clocks')
    .values({ branch_id: branchId, accepted_at })
    .onConflict((conflict) => conflict.column('branch_id').doUpdateSet({ accepted_at }))
    .execute()
