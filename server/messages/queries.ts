import { type ExpressionBuilder, type Insertable, sql } from 'kysely'
import type { ReadTx, Tx } from '#server/db/pool.ts'
import type { CalendarFeeds, DB, MessageOccasions } from '#server/db/schema.ts'
import { REQUEST_HOURS } from '#shared/messages/contract.ts'
import { addDays, instantOf, type CivilDate } from '#shared/lib/manila-time.ts'
import { PACKAGE_NOTICE_DAYS, type Channel, type PackageNoticeDays } from '#shared/messages/message-types.ts'

type Key = { branch_id: string; occasion: string; channel: Channel }

export const listMessageTypeSettings = (tx: ReadTx, branchId: string) =>
  tx.selectFrom('message_occasions').selectAll().where('branch_id', '=', branchId).execute()

/** The clinic's own text and switch of a message type on one channel; undefined while the clinic uses the defaults. */
export const findMessageTypeSetting = (tx: ReadTx, { branch_id, occasion, channel }: Key) =>
  tx
    .selectFrom('message_occasions')
    .selectAll()
    .where('branch_id', '=', branch_id)
    .where('occasion', '=', occasion)
    .where('channel', '=', channel)
    .executeTakeFirst()

/**
 * Writes the clinic's setting of a message type. Returns false if somebody has changed the setting since version
 * `seen`; version 0 means that the setting was never changed.
 */
export async function writeMessageTypeSetting(
  tx: Tx,
  row: Insertable<MessageOccasions>,
  seen: number,
): Promise<boolean> {
  const { is_on, subject = null, body = null, updated_at } = row
  const written = await tx
    .insertInto('message_occasions')
    .values({ ...row, version: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['branch_id', 'occasion', 'channel'])
        .doUpdateSet({ is_on, subject, body, updated_at, version: sql<number>`message_occasions.version + 1` })
        .where('message_occasions.version', '=', seen),
    )
    .returning('version')
    .executeTakeFirst()
  return written !== undefined
}

/**
 * Visits that start after `since` and until `due`, whose reminder is not written yet. A visit that changed less than
 * `hours` before its start needs no reminder, because its client was notified of the change.
 */
export const visitsToRemind = (
  tx: ReadTx,
  { occasion, since, due, hours, limit }: { occasion: string; since: Date; due: Date; hours: number; limit: number },
) =>
  tx
    .selectFrom('appointments')
    .select(['id', 'branch_id', 'starts_at'])
    .where('status', 'in', ['confirmed', 'resched'])
    .where('starts_at', '>', since)
    .where('starts_at', '<=', due)
    .where(sql<boolean>`updated_at < starts_at - make_interval(hours => ${hours})`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('messages')
            .select('messages.id')
            .whereRef('messages.subject_id', '=', 'appointments.id')
            .where('messages.occasion', '=', occasion)
            .where(sql<boolean>`messages.version = extract(epoch from appointments.starts_at)`),
        ),
      ),
    )
    .orderBy('starts_at')
    .orderBy('id')
    .limit(limit)
    .execute()

/**
 * Completed visits of these days whose clients want news on a channel and have no follow-up for that day yet. A visit
 * that starts at midnight belongs to the day that ends then. A client with several visits on one day gets a follow-up
 * only for the last one.
 */
export const visitsToFollowUp = (
  tx: ReadTx,
  options: { branchId: string; channel: Channel; from: CivilDate; to: CivilDate; limit: number },
) =>
  tx
    .selectFrom('appointments')
    .innerJoin('clients', 'clients.id', 'appointments.client_id')
    .distinctOn(['appointments.client_id', 'appointments.appointment_date'])
    .select(['appointments.id', 'appointments.appointment_date'])
    .where('appointments.branch_id', '=', options.branchId)
    .where('appointments.status', '=', 'completed')
    .where('appointments.starts_at', '>', instantOf(options.from, '00:00:00'))
    .where('appointments.starts_at', '<=', instantOf(addDays(options.to, 1), '00:00:00'))
    .where(sql<boolean>`wants_news(clients.person_id, ${options.channel})`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('messages')
            .innerJoin('appointments as told', 'told.id', 'messages.subject_id')
            .select('messages.id')
            .where('messages.occasion', '=', 'follow_up')
            .where('messages.channel', '=', options.channel)
            .whereRef('told.client_id', '=', 'appointments.client_id')
            .whereRef('told.appointment_date', '=', 'appointments.appointment_date'),
        ),
      ),
    )
    .orderBy('appointments.client_id')
    .orderBy('appointments.appointment_date')
    .orderBy('appointments.starts_at', 'desc')
    .orderBy('appointments.id')
    .limit(options.limit)
    .execute()

/**
 * Packages with unused sessions whose last day is in at most `days` days and for which this notice is not written yet.
 * Packages so close to their last day that the next notice announces them are excluded. A package that was valid for
 * less than a week before the notice needs none, because its client has just heard of the last day.
 */
export const packagesToAnnounce = async (
  tx: ReadTx,
  options: { branchId: string; channel: Channel; today: CivilDate; days: PackageNoticeDays; limit: number },
): Promise<{ account_id: string; expires_on: CivilDate }[]> => {
  const { branchId, channel, today, days, limit } = options
  const next = PACKAGE_NOTICE_DAYS.find((each) => each < days)
  const from = next === undefined ? today : addDays(today, next + 1)
  const { rows } = await sql<{ account_id: string; expires_on: CivilDate }>`
    select sold.account_id, sold.expires_on
    from sold_packages sold join prepaid_accounts account on account.id = sold.account_id
    where sold.branch_id = ${branchId} and sold.expires_on between ${from} and ${addDays(today, days)}
      and account.voided_at is null
      and exists (select from package_sessions where account_id = sold.account_id and used_by is null)
      and sold.expires_on - greatest(
        (account.opened_at at time zone 'Asia/Manila')::date,
        case when not sold.is_extended then (sold.expires_on - make_interval(months => sold.validity_months))::date end
      ) >= ${days + 7}
      and not exists (select from messages where subject_id = sold.account_id and occasion = 'package_expires'
        and channel = ${channel} and version = (sold.expires_on - date '1970-01-01') * 100 + ${days})
    order by sold.expires_on, sold.account_id limit ${limit}`.execute(tx)
  return rows
}

/** The newest visit of a branch, as an example for previews. */
export const sampleVisit = (tx: ReadTx, branchId: string) =>
  tx
    .selectFrom('appointments')
    .select('id')
    .where('branch_id', '=', branchId)
    .where('status', 'in', ['pending', 'confirmed', 'resched'])
    .orderBy('starts_at', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()

/** The hours after which staff are notified of a request; version 0 means that the default is used. */
export const requestSetting = async (tx: ReadTx, branchId: string) =>
  (await tx
    .selectFrom('message_settings')
    .select(['request_hours', 'version'])
    .where('branch_id', '=', branchId)
    .executeTakeFirst()) ?? { request_hours: REQUEST_HOURS, version: 0 }

/**
 * Writes after how many hours staff are notified of a request; returns false if this was changed since version `seen`.
 */
export async function writeRequestHours(
  tx: Tx,
  row: { branch_id: string; request_hours: number; updated_at: Date },
  seen: number,
): Promise<boolean> {
  const { request_hours, updated_at } = row
  const written = await tx
    .insertInto('message_settings')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('branch_id')
        .doUpdateSet({ request_hours, updated_at, version: sql<number>`message_settings.version + 1` })
        .where('message_settings.version', '=', seen),
    )
    .returning('version')
    .executeTakeFirst()
  return written !== undefined
}

/**
 * The owner of a calendar feed: the practitioner or room (`resource_id`) or the branch (`branch_id`) whose visits it
 * contains. The other field is null.
 */
export type FeedOwner = { resource_id: string | null; branch_id: string | null }

const ownedBy =
  ({ resource_id, branch_id }: FeedOwner) =>
  ({ eb }: ExpressionBuilder<DB, 'calendar_feeds'>) =>
    resource_id === null ? eb('branch_id', '=', branch_id) : eb('resource_id', '=', resource_id)

export const calendarFeedOf = (tx: ReadTx, owner: FeedOwner) =>
  tx.selectFrom('calendar_feeds').select('created_at').where(ownedBy(owner)).executeTakeFirst()

export const calendarFeedByToken = (tx: ReadTx, tokenHash: Buffer) =>
  tx.selectFrom('calendar_feeds').select('resource_id').where('token_hash', '=', tokenHash).executeTakeFirst()

/** Saves the calendar feed of its owner and replaces an earlier one. */
export const saveCalendarFeed = (tx: Tx, row: Insertable<CalendarFeeds>) =>
  tx
    .insertInto('calendar_feeds')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['resource_id', 'branch_id']).doUpdateSet(({ ref }) => ({
        token_hash: ref('excluded.token_hash'),
        created_at: ref('excluded.created_at'),
        created_by: ref('excluded.created_by'),
      })),
    )
    .execute()

/** Deletes the calendar feed of its owner; true if there was one. */
export const deleteCalendarFeed = async (tx: Tx, owner: FeedOwner): Promise<boolean> =>
  (await tx.deleteFrom('calendar_feeds').where(ownedBy(owner)).returning('created_at').executeTakeFirst()) !== undefined
