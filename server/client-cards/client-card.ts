import { requireChart, requireClinicalRecord, requireWritableChart } from '#server/charts/public.ts'
import { cardsOf, type StoredCard } from '#server/db/card-facts.ts'
import type { ReadTx } from '#server/db/pool.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { invalid } from '#server/lib/app-error.ts'
import type { Context, Principal, ReadContext } from '#server/lib/context.ts'
import { requireVersion } from '#server/lib/http/request-context.ts'
import { emptyCard, type CardFacts, type ClientCard, type clientCardsContract } from '#shared/client-cards/contract.ts'
import { clientCardEvents } from '#shared/client-cards/events.ts'
import { clientCardMessages as s } from '#shared/client-cards/messages.ts'
import type { Parsed } from '#shared/lib/endpoint.ts'
import { changesBetween } from '#shared/lib/event-type.ts'
import { manilaDate, type CivilDate } from '#shared/lib/manila-time.ts'
import * as queries from './queries.ts'
import * as views from './views.ts'

const FIELDS = Object.keys(emptyCard) as (keyof CardFacts)[]

/** Returns the fields of a client card that are not empty. */
function filledFields(card: CardFacts): Partial<CardFacts> {
  // The number of an emergency contact belongs to the name beside it, so both come from one client card.
  const fields = FIELDS.filter((field) =>
    field === 'emergency_number' ? card.emergency_name !== null : card[field] !== null,
  )
  return Object.fromEntries(fields.map((field) => [field, card[field]]))
}

/** Combines the client cards of merged records into one: the first value of each field, and the tags of all. */
function combineCards(cards: readonly StoredCard[]): StoredCard {
  return {
    ...cards.reduceRight<CardFacts>((later, card) => ({ ...later, ...filledFields(card) }), emptyCard),
    tags: withoutRepeats(cards.flatMap(({ tags }) => tags)),
    // The sum of the client cards' versions changes with a merge, so that a form that was opened before the merge is
    // stale.
    version: cards.reduce((sum, { version }) => sum + version, 0),
  }
}

const sameTag = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

const withoutRepeats = (tags: readonly string[]): string[] =>
  tags.filter((tag, index) => tags.findIndex((other) => sameTag(tag, other)) === index)

/** The client card of a client; an empty one before it is first saved. */
export async function presentCard(tx: ReadTx, clientId: string): Promise<ClientCard> {
  const card = combineCards(await cardsOf(tx, clientId))
  const ofId = card.birth_date === null ? await views.birthDateOfId(tx, clientId) : undefined
  return { ...card, birth_date_of_id: ofId?.birth_date ?? null }
}

/** The client card of a client whom the caller may see; an empty one before it is first saved. */
export async function readCard(context: ReadContext<Principal>, clientId: string): Promise<ClientCard> {
  await requireChart(context, clientId)
  return presentCard(context.tx, clientId)
}

/** The tags that clients have, the most frequent first. Throws a 404 if the clinic keeps no clinical record. */
export async function listTags(context: ReadContext<Principal>) {
  await requireClinicalRecord(context)
  return views.tagsInUse(context.tx)
}

/** A birth date before this one is refused as a typing error. */
const FIRST_BIRTH = '1900-01-01'

function requireBirthDate(now: Date, date: CivilDate | null): void {
  if (date === null) return
  if (date > manilaDate(now)) throw invalid('birth_date', s.birthInFuture)
  if (date < FIRST_BIRTH) throw invalid('birth_date', s.birthTooLongAgo)
}

/**
 * Returns a function that writes tags as other clients have them: "vip" becomes "VIP" if that is the spelling in use.
 * `all` are all tags that will be passed to the function.
 */
export async function tagSpelling(tx: ReadTx, all: readonly string[]): Promise<(tags: readonly string[]) => string[]> {
  const known = all.length === 0 ? [] : await views.tagsInUse(tx)
  return (tags) => withoutRepeats(tags).map((tag) => known.find((used) => sameTag(used.tag, tag))?.tag ?? tag)
}

/**
 * Saves a client card; an unchanged one is returned as it is. Throws a 422 for an impossible date, a 409 for a stale
 * form.
 */
export async function saveCard(
  context: Context<Principal>,
  clientId: string,
  body: Parsed<typeof clientCardsContract.save>['body'],
): Promise<ClientCard> {
  const { tx, now } = context
  const { name } = await requireWritableChart(context, clientId)
  requireBirthDate(now, body.birth_date)
  if (body.emergency_number !== null && body.emergency_name === null)
    throw invalid('emergency_name', s.emergencyNeedsName)
  const before = await presentCard(tx, clientId)
  const after = { ...body, tags: (await tagSpelling(tx, body.tags))(body.tags) }
  const changes = changesBetween(
    clientCardEvents['client-cards.card.changed'],
    { ...before, tags: before.tags.join('\n') },
    { ...after, tags: after.tags.join('\n') },
  )
  if (changes.length === 0) return before
  requireVersion(context, before)
  await queries.upsertCard(tx, { client_id: clientId, ...after, saved_at: now, version: before.version + 1 })
  await writeAuditLog(context, {
    type: 'client-cards.card.changed',
    subjectId: clientId,
    parameters: { name },
    changes,
  })
  return presentCard(tx, clientId)
}
