import { z } from 'zod'
import { BODY_MAPS } from '#shared/lib/body-maps.ts'
import { optionalName, optionalText, strictBody } from '#shared/lib/fields.ts'
import { formMessages as s } from './messages.ts'

/** The most parts that one form may have. */
export const FORM_LIMITS = { sections: 20, fields: 60, options: 30 } as const

export const FIELD_KINDS = [
  'paragraph',
  'short_text',
  'long_text',
  'number',
  'date',
  'choice',
  'choices',
  'yes_no',
  'drawing',
  'initials',
  'signature',
] as const
export type FieldKind = (typeof FIELD_KINDS)[number]

const none = (text: string | null | undefined) => text ?? ''
/** One line of text. It may be empty in a draft, because drafts are saved while somebody is typing. */
const line = (max: number) => optionalName(max).transform(none)
const words = (max: number) => optionalText(max).transform(none)

/**
 * Identifies a part of a form for as long as the form exists: answers are stored under it, so a part keeps its id when
 * it is moved or reworded.
 */
const partId = z.string().regex(/^[a-z0-9][a-z0-9_-]{0,39}$/, s.partId)

const base = { id: partId, label: line(300), hint: line(300), is_required: z.boolean() }
const option = strictBody({ id: partId, label: line(200) })
const options = z.array(option).max(FORM_LIMITS.options, s.tooManyOptions(FORM_LIMITS.options))
const limit = z.number().min(-1_000_000).max(1_000_000).nullable()
const plain = <K extends FieldKind>(kind: K) => strictBody({ ...base, kind: z.literal(kind) })

const field = z.discriminatedUnion('kind', [
  /** Text that the client reads and signs. It has no answer. */
  strictBody({ id: partId, kind: z.literal('paragraph'), text: words(8_000) }),
  plain('short_text'),
  plain('long_text'),
  strictBody({ ...base, kind: z.literal('number'), unit: line(20), min: limit, max: limit }),
  plain('date'),
  strictBody({ ...base, kind: z.literal('choice'), options }),
  strictBody({ ...base, kind: z.literal('choices'), options }),
  strictBody({
    ...base,
    kind: z.literal('yes_no'),
    /** The question that appears after the answer yes or no; null if there is none. */
    follow_up: strictBody({ after: z.enum(['yes', 'no']), label: line(300), is_required: z.boolean() }).nullable(),
  }),
  strictBody({ ...base, kind: z.literal('drawing'), map: z.enum(BODY_MAPS) }),
  plain('initials'),
  plain('signature'),
])
export type FormField = z.output<typeof field>
export type FieldOf<K extends FieldKind> = Extract<FormField, { kind: K }>
/** A field that has an answer. */
export type Question = Exclude<FormField, { kind: 'paragraph' }>

const section = strictBody({
  id: partId,
  title: line(120),
  fields: z.array(field).max(FORM_LIMITS.fields, s.tooManyFields(FORM_LIMITS.fields)),
})

const idsIn = (sections: readonly { id: string; fields: readonly { id: string }[] }[]) =>
  sections.flatMap(({ id, fields }) => [id, ...fields.map((one) => one.id)])
const areUnique = (ids: readonly string[]) => new Set(ids).size === ids.length
const fieldsIn = (sections: readonly { fields: readonly unknown[] }[]) =>
  sections.reduce((sum, { fields }) => sum + fields.length, 0)

/** What a form says and asks. A draft may be incomplete; `contentProblems` says what is missing before publication. */
export const formContent = strictBody({
  title: line(120),
  sections: z
    .array(section)
    .max(FORM_LIMITS.sections, s.tooManySections(FORM_LIMITS.sections))
    .refine((sections) => areUnique(idsIn(sections)), s.sameId)
    .refine((sections) => fieldsIn(sections) <= FORM_LIMITS.fields, s.tooManyFields(FORM_LIMITS.fields)),
})
export type FormSection = z.output<typeof section>
export type FormContent = z.output<typeof formContent>

const isQuestion = (one: FormField): one is Question => one.kind !== 'paragraph'

/** All questions of a form in their order. */
export const questionsOf = ({ sections }: Pick<FormContent, 'sections'>): Question[] =>
  sections.flatMap(({ fields }) => fields.filter(isQuestion))

/**
 * A reason why content cannot be published: a sentence, and the id of its section or field (null for the whole form).
 */
export type ContentProblem = { id: string | null; message: string }

function fieldProblems(one: FormField): string[] {
  if (one.kind === 'paragraph') return one.text === '' ? [s.paragraphNeedsText] : []
  const problems = one.label === '' ? [s.fieldNeedsLabel] : []
  if (one.kind === 'choice' || one.kind === 'choices') {
    if (one.options.length < 2) problems.push(s.twoOptions)
    if (one.options.some(({ label }) => label === '')) problems.push(s.optionNeedsLabel)
    const labels = one.options.map(({ label }) => label.toLowerCase())
    if (!areUnique(labels) || !areUnique(one.options.map(({ id }) => id))) problems.push(s.sameOption)
  }
  if (one.kind === 'yes_no' && one.follow_up?.label === '') problems.push(s.followUpNeedsLabel)
  if (one.kind === 'number' && one.min !== null && one.max !== null && one.min > one.max) problems.push(s.minAboveMax)
  return problems
}

/** What must be completed before content can be published; empty when nothing is missing. */
export function contentProblems(content: FormContent): ContentProblem[] {
  const problems: ContentProblem[] = []
  if (content.title === '') problems.push({ id: null, message: s.formNeedsTitle })
  if (questionsOf(content).length === 0) problems.push({ id: null, message: s.formNeedsField })
  for (const { id, fields } of content.sections) {
    if (fields.length === 0) problems.push({ id, message: s.sectionNeedsField })
    for (const one of fields) problems.push(...fieldProblems(one).map((message) => ({ id: one.id, message })))
  }
  return problems
}
