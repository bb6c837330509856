import type { ReadTx } from '#server/db/pool.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError, invalid } from '#server/lib/app-error.ts'
import type { Context, Principal } from '#server/lib/context.ts'
import { requireVersion } from '#server/lib/http/request-context.ts'
import { newId } from '#server/lib/new-id.ts'
import { isReadable } from '#shared/clinic/colours.ts'
import { isoInManila } from '#shared/lib/manila-time.ts'
import type { PageQuery } from '#shared/lib/paging.ts'
import { changedParts, PARTS, starterContent, type Part, type WebsiteContent } from '#shared/website/content.ts'
import type { WebsiteDraft } from '#shared/website/contract.ts'
import { websiteMessages as s } from '#shared/website/messages.ts'
import { picturesIn } from './present-site.ts'
import * as queries from './queries.ts'
import { parseContent, publishedContent, buildSite } from './published-site.ts'
import * as views from './views.ts'

/** The draft of the website, the page made from this draft, and the parts that differ from the published version. */
export async function readDraft(tx: ReadTx, branchId: string): Promise<WebsiteDraft> {
  const row = await views.draftOf(tx, branchId)
  const latest = await views.latestVersion(tx, branchId)
  const published = latest ? parseContent(latest.content) : starterContent()
  const content = row.content ? parseContent(row.content) : published
  return {
    content,
    version: row.version,
    saved_at: row.updated_at && isoInManila(row.updated_at),
    changed: changedParts(published, content),
    published: latest ? { number: latest.number, published_at: isoInManila(latest.published_at) } : null,
    site: await buildSite(tx, branchId, content),
  }
}

/** Throws a 422 when the content names a missing picture. */
async function requirePictures({ tx, branchId }: Context, content: WebsiteContent): Promise<void> {
  const ids = picturesIn(content)
  if (ids.length === 0) return
  const found = await views.picturesById(tx, branchId, ids)
  if (found.length < ids.length) throw invalid('picture', s.pictureGone)
}

/** Stores content in the draft of the website; returns the parts of the website that changed. */
async function storeDraft(context: Context<Principal>, before: WebsiteDraft, content: WebsiteContent): Promise<Part[]> {
  const parts = changedParts(before.content, content)
  if (parts.length > 0) await queries.updateDraft(context.tx, context.branchId, JSON.stringify(content), context.now)
  return parts
}

/** Saves the draft of the website. Throws a 409 with the current draft for a stale form. */
export async function saveDraft(context: Context<Principal>, content: WebsiteContent): Promise<WebsiteDraft> {
  const { tx, branchId } = context
  await queries.lockWebsite(tx, branchId)
  const before = await readDraft(tx, branchId)
  if (changedParts(before.content, content).length === 0) return before
  requireVersion(context, before)
  if (!isReadable(content.look.colours)) throw invalid('colours', s.colourUnreadable)
  await requirePictures(context, content)
  const parts = await storeDraft(context, before, content)
  await writeAuditLog(context, { type: 'website.draft.changed', subjectId: null, parameters: { parts } })
  return readDraft(tx, branchId)
}

/** Throws unless testimonials name their source or are marked as samples. */
function requireSources({ testimonials, hidden }: WebsiteContent): void {
  if (testimonials.is_sample || hidden.includes('testimonials')) return
  const unsourced = testimonials.quotes.some(({ quote, source, date }) => quote && (!source || date === null))
  if (unsourced) throw invalid('testimonials', s.quoteNeedsSource)
}

type Published = { content: WebsiteContent; parts: Part[]; again?: number }

async function insertVersion(context: Context<Principal>, { content, parts, again }: Published): Promise<void> {
  const { tx, branchId, now, user } = context
  const number = ((await views.latestVersion(tx, branchId))?.number ?? 0) + 1
  await queries.insertVersion(tx, {
    id: newId(),
    branch_id: branchId,
    number,
    content: JSON.stringify(content),
    changed: parts,
    published_at: now,
    published_by_name: user.name,
  })
  await writeAuditLog(context, {
    type: 'website.version.published',
    subjectId: null,
    parameters: { number, parts, ...(again !== undefined && { again }) },
  })
}

/**
 * Publishes the draft of the website. Throws a 409 for a stale or already published draft, and a 422 for testimonials
 * without a source.
 */
export async function publishDraft(context: Context<Principal>): Promise<WebsiteDraft> {
  const { tx, branchId } = context
  await queries.lockWebsite(tx, branchId)
  const draft = await readDraft(tx, branchId)
  requireVersion(context, draft)
  if (draft.published && draft.changed.length === 0) throw new AppError('conflict', s.nothingToPublish)
  requireSources(draft.content)
  // In the first published version, all parts count as changed.
  const parts = draft.published ? draft.changed : [...PARTS]
  // The first publication also stores a draft that nobody has edited yet.
  if (draft.saved_at === null) await queries.updateDraft(tx, branchId, JSON.stringify(draft.content), context.now)
  await insertVersion(context, { content: draft.content, parts })
  return readDraft(tx, branchId)
}

/**
 * Copies an older version of the website into its draft, and publishes it as a new version if requested. Throws a 404
 * for an unknown version.
 */
export async function restoreVersion(
  context: Context<Principal>,
  number: number,
  { publishes }: { publishes: boolean },
): Promise<WebsiteDraft> {
  const { tx, branchId } = context
  await queries.lockWebsite(tx, branchId)
  const found = await views.versionOf(tx, branchId, number)
  if (!found) throw new AppError('not_found', s.noSuchVersion)
  const content = parseContent(found.content)
  const before = await readDraft(tx, branchId)
  const parts = await storeDraft(context, before, content)
  if (publishes) {
    const changed = changedParts(await publishedContent(tx, branchId), content)
    if (changed.length === 0) throw new AppError('conflict', s.nothingToPublish)
    await insertVersion(context, { content, parts: changed, again: number })
  } else if (parts.length > 0)
    await writeAuditLog(context, { type: 'website.draft.restored', subjectId: null, parameters: { number } })
  return readDraft(tx, branchId)
}

/** The published versions of the website, newest first. */
export async function listVersions(tx: ReadTx, branchId: string, query: PageQuery) {
  const { rows, total } = await views.versionPage(tx, branchId, query)
  const data = rows.map(({ number, published_at, published_by_name, changed }) => ({
    number,
    published_at: isoInManila(published_at),
    published_by: published_by_name,
    changed: changed as Part[],
  }))
  return { data, total, page: query.page, per_page: query.per_page }
}
