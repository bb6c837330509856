import type { ReadTx } from '#server/db/pool.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { Context, Principal, ReadContext } from '#server/lib/context.ts'
import { newId } from '#server/lib/new-id.ts'
import { findPersonOfClient, lockPerson } from '#server/people/find-person.ts'
import { findPeopleMergedInto } from '#server/people/merge-records.ts'
import { requestRefusals } from '#shared/lib/messages.ts'
import { isoInManila } from '#shared/lib/manila-time.ts'
import { NEWS_CHANNELS, type NewsChannel, type NewsPlace, type NotedNewsChoice } from '#shared/privacy/news-contract.ts'
import * as queries from './queries.ts'

export const wantsNews = queries.wantsNews

/** A person and the records merged into theirs: the latest answer of any of them applies. */
const recordsOf = async (tx: ReadTx, personId: string): Promise<string[]> => [
  personId,
  ...(await findPeopleMergedInto(tx, personId)).map(({ person_id }) => person_id),
]

/** Every answer of a person about news, newest first. */
export const newsHistoryOf = async (tx: ReadTx, personId: string) =>
  (await queries.newsChoicesOf(tx, await recordsOf(tx, personId))).map((row) => ({
    channel: row.channel,
    is_wanted: row.is_wanted,
    chosen_at: isoInManila(row.chosen_at),
    chosen_where: row.chosen_where,
    /** The staff member who entered the answer; null if the person gave it themselves. */
    by: row.chosen_by === row.person_id ? null : row.by,
  }))

/** A person's answer about news on each channel, with who entered it, when and where. */
export async function newsOf(tx: ReadTx, personId: string): Promise<NotedNewsChoice[]> {
  const history = await newsHistoryOf(tx, personId)
  return NEWS_CHANNELS.map((channel) => {
    const answers = history.filter((each) => each.channel === channel)
    const given = answers.find((each) => each.is_wanted)
    const ended = answers[0]?.is_wanted === false ? answers[0] : undefined
    return {
      channel,
      is_wanted: answers[0]?.is_wanted ?? false,
      given_at: given?.chosen_at ?? null,
      given_where: given?.chosen_where ?? null,
      given_by: given?.by ?? null,
      withdrawn_at: ended?.chosen_at ?? null,
      withdrawn_where: ended?.chosen_where ?? null,
      withdrawn_by: ended?.by ?? null,
    }
  })
}

type Actor = { id: string; name: string; role: string }
type Choice = { channel: NewsChannel; is_wanted: boolean }

/**
 * Records and logs that a person wants news on a channel or not; an unchanged choice does nothing. `by` is the user who
 * entered the choice. Throws a 404 for an unknown or closed person.
 */
export async function chooseNews(
  context: Context,
  personId: string,
  { channel, is_wanted }: Choice,
  { where, by }: { where: NewsPlace; by: Actor },
): Promise<void> {
  const { tx, now } = context
  const person = await lockPerson(tx, personId)
  if (!person) throw new AppError('not_found', requestRefusals.notFound)
  if ((await queries.wantsNews(tx, personId, channel)) === is_wanted) return
  const row = { id: newId(), person_id: personId, channel, is_wanted, chosen_at: now, chosen_where: where }
  await queries.insertNewsChoice(tx, { ...row, chosen_by: by.id })
  const parameters = { name: person.name, channel, is_wanted, where }
  await writeAuditLog(context, { type: 'privacy.news.changed', subjectId: personId, parameters }, by)
}

/**
 * Stores the answer of somebody who was asked about news at registration or when booking. An unticked channel counts as
 * declined unless they have answered before, so that nobody is asked twice.
 */
export async function answerNews(
  context: Context,
  personId: string,
  ticked: readonly NewsChannel[],
  as: { where: NewsPlace; by: Actor },
): Promise<void> {
  const { tx, now } = context
  const earlier = await newsOf(tx, personId)
  for (const { channel, given_at, withdrawn_at } of earlier)
    if (ticked.includes(channel)) await chooseNews(context, personId, { channel, is_wanted: true }, as)
    else if (given_at === null && withdrawn_at === null)
      await queries.insertNewsChoice(tx, {
        id: newId(),
        person_id: personId,
        channel,
        is_wanted: false,
        chosen_at: now,
        chosen_by: as.by.id,
        chosen_where: as.where,
      })
}

/** Withdraws a person's agreement to news when their account is closed. The caller logs the closure. */
export async function withdrawNews({ tx, now, user }: Context, personId: string): Promise<void> {
  for (const channel of NEWS_CHANNELS)
    if (await queries.wantsNews(tx, personId, channel))
      await queries.insertNewsChoice(tx, {
        id: newId(),
        person_id: personId,
        channel,
        is_wanted: false,
        chosen_at: now,
        chosen_by: user?.id ?? null,
        chosen_where: 'closing',
      })
}

export async function chooseOwnNews(context: Context<Principal>, choice: Choice): Promise<NotedNewsChoice[]> {
  const { tx, user } = context
  await chooseNews(context, user.id, choice, { where: 'profile', by: user })
  return newsOf(tx, user.id)
}

async function personOfClient({ tx }: ReadContext, clientId: string): Promise<string> {
  const client = await findPersonOfClient(tx, clientId)
  if (!client) throw new AppError('not_found', requestRefusals.notFound)
  return client.person_id
}

/** Returns a client's answers about news. Throws a 404 for an unknown client. */
export const newsOfClient = async (context: ReadContext, clientId: string): Promise<NotedNewsChoice[]> =>
  newsOf(context.tx, await personOfClient(context, clientId))

/** Records a client's answer given to staff. Throws a 404 for an unknown or closed client. */
export async function chooseNewsForClient(
  context: Context<Principal>,
  clientId: string,
  choice: Choice,
): Promise<NotedNewsChoice[]> {
  const personId = await personOfClient(context, clientId)
  await chooseNews(context, personId, choice, { where: 'desk', by: context.user })
  return newsOf(context.tx, personId)
}
