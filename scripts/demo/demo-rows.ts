import type { Insertable } from 'kysely'
import type { DB } from '#server/db/schema.ts'

/** Tables in insert order: referenced ones first, but a document after its parts. */
export const demoTables = [
  'resources',
  'resource_hours',
  'resource_exceptions',
  'people',
  'accounts',
  'approval_pins',
  'clients',
  'treatments',
  'services',
  'service_resources',
  'packages',
  'package_services',
  'add_ons',
  'categories',
  'products',
  'service_supplies',
  'stock_batches',
  'disabled_dates',
  'appointments',
  'appointment_services',
  'deposit_settings',
  'deposit_rules',
  'deposits',
  'stock_movements',
  'resource_slots',
  'overbooked_slots',
  'terminals',
  'shifts',
  'cash_movements',
  'till_actions',
  'prepaid_accounts',
  'sold_packages',
  'package_sessions',
  'prepaid_entries',
  'prepaid_sales',
  'prepaid_voids',
  'document_customers',
  'document_cards',
  'document_lines',
  'payments',
  'documents',
  'approvals',
  'client_cards',
  'appointment_payments',
  'receipt_prints',
  'daily_sales',
  'client_services',
  'client_service_add_ons',
  'website_versions',
  'events',
] as const satisfies (keyof DB)[]

/** All rows of the sample clinic, by table. */
export type DemoRows = { [T in (typeof demoTables)[number]]: Insertable<DB[T]>[] }

export const emptyRows = (): DemoRows =>
  Object.fromEntries(demoTables.map((table) => [table, []])) as unknown as DemoRows

const QUARTER_MS = 15 * 60_000

type OccupyingVisit = { id: string; starts_at: Date; ends_at: Date }

/** Adds a row for each quarter hour in which a visit occupies its room. */
export function occupyRoom(rows: DemoRows, resource_id: string, { id, starts_at, ends_at }: OccupyingVisit): void {
  for (let at = starts_at.getTime(); at < ends_at.getTime(); at += QUARTER_MS)
    rows.resource_slots.push({ resource_id, slot_at: new Date(at), appointment_id: id })
}
