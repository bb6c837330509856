import type { FormAnswer, FormAnswers, SignatureAnswer, YesNoAnswer } from '#shared/forms/answers.ts'
import type { FormContent, Question } from '#shared/forms/form.ts'
import { signedFormMessages as s } from '#shared/forms/signing-messages.ts'
import { bodyMapMessages } from '#shared/lib/body-map-messages.ts'
import type { BodyAreaName, BodyMapName } from '#shared/lib/body-maps.ts'
import { formatDate } from '#shared/lib/manila-time.ts'
import { formatNumber } from '#shared/lib/numbers.ts'

/** The points of one line that was drawn, in a box of 1000 by 1000 units. */
export type DrawnStroke = readonly (readonly [x: number, y: number])[]

/** A part of a signed copy, in the order of the form, for the screen and the PDF alike. */
export type CopyPart =
  | { kind: 'heading'; text: string }
  | { kind: 'paragraph'; text: string }
  | { kind: 'answer'; label: string; hint: string; text: string }
  | {
      kind: 'strokes'
      label: string
      strokes: readonly DrawnStroke[]
      /** In which kind of box the strokes were drawn; the kind decides about the box's shape. */
      box: 'signature' | 'initials' | 'drawing'
      map: BodyMapName | null
      areas: readonly BodyAreaName[]
      text: string
    }

const labelsOf = (field: Extract<Question, { options: unknown }>, ids: readonly string[]) =>
  field.options.filter(({ id }) => ids.includes(id)).map(({ label }) => label)

function yesNoText(field: Extract<Question, { kind: 'yes_no' }>, { answer, follow_up }: YesNoAnswer): string {
  const word = answer === 'yes' ? s.yes : s.no
  return field.follow_up && follow_up !== '' ? `${word}. ${field.follow_up.label}: ${follow_up}` : word
}

/** The answer to a question in words; empty for a drawn answer. */
function textOf(field: Question, answer: FormAnswer): string {
  switch (field.kind) {
    case 'short_text':
    case 'long_text':
      return answer as string
    case 'number':
      return [formatNumber(answer as number), field.unit].filter((part) => part !== '').join(' ')
    case 'date':
      return formatDate(answer as string)
    case 'choice':
      return labelsOf(field, [answer as string]).join(', ')
    case 'choices':
      return labelsOf(field, answer as unknown as string[]).join(', ')
    case 'yes_no':
      return yesNoText(field, answer as YesNoAnswer)
    default:
      return ''
  }
}

function partOf(field: Question, answer: FormAnswer | undefined): CopyPart {
  const { label, hint } = field
  if (answer === undefined) return { kind: 'answer', label, hint, text: s.noAnswer }
  if (field.kind === 'drawing') {
    const { strokes, areas } = answer as Extract<FormAnswer, { areas: unknown }>
    const text = areas.map((area) => bodyMapMessages.areas[area]).join(', ')
    return { kind: 'strokes', label, strokes, box: 'drawing', map: field.map, areas, text }
  }
  if (field.kind === 'signature' || field.kind === 'initials') {
    const signed = answer as SignatureAnswer
    if (signed.kind === 'drawn')
      return { kind: 'strokes', label, strokes: signed.strokes, box: field.kind, map: null, areas: [], text: '' }
    return { kind: 'answer', label, hint, text: s.typedSignature(signed.name) }
  }
  const text = textOf(field, answer)
  return { kind: 'answer', label, hint, text: text === '' ? s.noAnswer : text }
}

/** The parts of a signed copy in the order of the form: headings, paragraphs, and questions with their answers. */
export const copyParts = ({ content, answers }: { content: FormContent; answers: FormAnswers }): CopyPart[] =>
  content.sections.flatMap(({ title, fields }) => [
    ...(title === '' ? [] : [{ kind: 'heading' as const, text: title }]),
    ...fields.map((field): CopyPart =>
      field.kind === 'paragraph' ? { kind: 'paragraph', text: field.text } : partOf(field, answers[field.id]),
    ),
  ])
