import { requireClinicalRecord } from '#server/charts/public.ts'
import { writeAuditLog } from '#server/history-logs/write-audit-log.ts'
import { AppError } from '#server/lib/app-error.ts'
import type { Context, Principal, ReadContext } from '#server/lib/context.ts'
import { isStaleVersion } from '#server/lib/http/request-context.ts'
import type { Parsed } from '#shared/lib/endpoint.ts'
import { BUILT_IN_TEMPLATES, builtInTemplate, GENERAL_TEMPLATE } from '#shared/treatment-notes/built-in-templates.ts'
import type { NamedTemplate, NoteTemplate, noteTemplatesContract } from '#shared/treatment-notes/contract.ts'
import { noteMessages as s } from '#shared/treatment-notes/messages.ts'
import type { NoteTemplateContent } from '#shared/treatment-notes/note.ts'
import * as queries from './queries.ts'
import * as views from './views.ts'

type Branch = Pick<ReadContext, 'tx' | 'branchId'>

/** All note templates of a branch: the built-in ones, with the clinic's changes, and then the clinic's own ones. */
export async function readTemplates({ tx, branchId }: Branch): Promise<NoteTemplate[]> {
  const changed = await views.changedTemplates(tx, branchId)
  const assigned = await views.assignments(tx, branchId)
  const present = (key: string): NoteTemplate[] => {
    const builtIn = builtInTemplate(key)
    const own = changed.find((row) => row.key === key)
    const content = (own?.content as NoteTemplateContent | undefined) ?? builtIn
    const treatment_ids = assigned.filter((row) => row.template_key === key).map((row) => row.treatment_id)
    const is_changed = builtIn !== undefined && own !== undefined
    const facts = { is_built_in: builtIn !== undefined, is_changed, treatment_ids, version: own?.version ?? 0 }
    return content ? [{ key, content, ...facts }] : []
  }
  return [...new Set([...BUILT_IN_TEMPLATES, ...changed.map(({ key }) => key)])].flatMap(present)
}

/** The note template with which a treatment note about a visit of this treatment begins. */
export function suggestedTemplate(templates: readonly NoteTemplate[], treatmentId: string): string {
  const assigned = templates.find(({ treatment_ids }) => treatment_ids.includes(treatmentId))
  return assigned?.key ?? GENERAL_TEMPLATE
}

export const namedTemplate = ({ key, content }: NoteTemplate): NamedTemplate => ({ key, content })

/** The content of a note template. Throws a 422 for an unknown one. */
export async function findTemplate(context: Branch, key: string): Promise<NoteTemplateContent> {
  const found = (await readTemplates(context)).find((template) => template.key === key)
  if (!found) throw new AppError('validation', s.templateUnknown, { errors: { template_key: [s.templateUnknown] } })
  return found.content
}

/** The note templates for their settings page, with the treatments to which they can be assigned. */
export async function listTemplates(context: ReadContext) {
  await requireClinicalRecord(context)
  return { data: await readTemplates(context), treatments: await views.treatments(context.tx) }
}

async function requireTreatments({ tx }: ReadContext, ids: readonly string[]): Promise<void> {
  const known = new Set((await views.treatments(tx)).map(({ id }) => id))
  if (ids.every((id) => known.has(id))) return
  throw new AppError('validation', s.treatmentUnknown, { errors: { treatment_ids: [s.treatmentUnknown] } })
}

type Saving = Parsed<typeof noteTemplatesContract.save>['body']

/**
 * Adds or changes a note template. Notes store the template with which they were written, so this changes no note.
 * Throws a 409 for a stale form.
 */
export async function saveTemplate(context: Context<Principal>, key: string, saving: Saving): Promise<NoteTemplate> {
  const { tx, branchId, now } = context
  await requireClinicalRecord(context)
  await requireTreatments(context, saving.treatment_ids)
  const stored = await queries.lockTemplate(tx, branchId, key)
  const find = async () => (await readTemplates(context)).find((template) => template.key === key)
  const before = await find()
  if (before && isStaleVersion(context, before)) throw new AppError('stale', s.templateStale, { data: before })
  const version = (stored?.version ?? 0) + 1
  const content = JSON.stringify(saving.content)
  await queries.saveTemplate(tx, { branch_id: branchId, key, content, version, updated_at: now })
  await queries.assignTreatments(tx, { branch_id: branchId, template_key: key }, saving.treatment_ids)
  const parameters = { name: saving.content.name }
  await writeAuditLog(context, { type: 'treatment-notes.template.saved', subjectId: null, parameters })
  return (await find())!
}

/** Deletes a clinic's own note template, or restores the built-in content of a changed one. */
export async function removeTemplate(context: Context<Principal>, key: string): Promise<string> {
  const { tx, branchId } = context
  await requireClinicalRecord(context)
  const stored = await queries.lockTemplate(tx, branchId, key)
  if (!stored) throw new AppError('not_found', s.templateUnknown)
  await queries.deleteTemplate(tx, branchId, key)
  const isBuiltIn = builtInTemplate(key) !== undefined
  if (!isBuiltIn) await queries.assignTreatments(tx, { branch_id: branchId, template_key: key }, [])
  const { name } = stored.content as NoteTemplateContent
  const type = isBuiltIn ? 'treatment-notes.template.restored' : 'treatment-notes.template.removed'
  await writeAuditLog(context, { type, subjectId: null, parameters: { name } })
  return isBuiltIn ? s.templateRestored : s.templateDeleted
}
