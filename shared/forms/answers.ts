import { z } from 'zod'
import { bodyAreas, type BodyMapName } from '#shared/lib/body-maps.ts'
import { civilDate, optionalText, requiredPersonName, strictBody } from '#shared/lib/fields.ts'
import { questionsOf, type FormContent, type Question } from './form.ts'
import { formMessages as s } from './messages.ts'

/** The most strokes and points of one drawing or signature, so that a signed copy stays small. */
export const STROKE_LIMITS = { strokes: 300, points: 6_000 } as const

/** A point in a drawing's own box, whose sides are 1000 units long whatever its size on the screen. */
const coordinate = z.number().int().min(0).max(1000)
const stroke = z.array(z.tuple([coordinate, coordinate])).min(1)

const strokes = z
  .array(stroke)
  .max(STROKE_LIMITS.strokes, s.drawingTooLong)
  .refine((all) => all.reduce((sum, one) => sum + one.length, 0) <= STROKE_LIMITS.points, s.drawingTooLong)

/**
 * A signature or initials. They are drawn, or typed by somebody who cannot draw and confirms that the name is their
 * signature.
 */
const signature = (words: { missing: string; typed: string }) =>
  z.discriminatedUnion('kind', [
    strictBody({ kind: z.literal('drawn'), strokes: strokes.min(1, words.missing) }),
    strictBody({ kind: z.literal('typed'), name: requiredPersonName(120, words.typed) }),
  ])
export type SignatureAnswer = z.output<ReturnType<typeof signature>>

/**
 * The least sum of width and height that a drawing must have. A finger that touches the box by accident draws only a
 * dot.
 */
const LEAST_DRAWN = 60

/** True for strokes that are only a dot, which is no signature and no initials. */
function isDot(drawn: readonly (readonly (readonly [number, number])[])[]): boolean {
  const range = (values: readonly number[]) => Math.max(...values) - Math.min(...values)
  const points = drawn.flat()
  return points.length > 0 && range(points.map(([x]) => x)) + range(points.map(([, y]) => y)) < LEAST_DRAWN
}

const words = (max: number) => optionalText(max).transform((text) => text ?? '')

/** The answer to a field with a body map: drawn strokes, and areas of the map that were marked by their names. */
const drawing = (map: BodyMapName) => {
  const names = bodyAreas[map].map(({ name }) => name)
  return strictBody({ strokes, areas: z.array(z.enum(names)).max(names.length) })
}
export type DrawingAnswer = z.output<ReturnType<typeof drawing>>

const yesNo = strictBody({ answer: z.enum(['yes', 'no']), follow_up: words(1_000) })
export type YesNoAnswer = z.output<typeof yesNo>

/** The type of the answer to each kind of field. */
type AnswerTypes = {
  short_text: string
  long_text: string
  number: number
  date: string
  choice: string
  choices: string[]
  yes_no: YesNoAnswer
  drawing: DrawingAnswer
  initials: SignatureAnswer
  signature: SignatureAnswer
}
export type FormAnswer = AnswerTypes[keyof AnswerTypes]
/** Answers by the ids of their fields. A question without an answer has no entry. */
export type FormAnswers = Readonly<Record<string, FormAnswer | undefined>>

function numberIn({ min, max }: { min: number | null; max: number | null }) {
  const least = min ?? -1_000_000_000
  const most = max ?? 1_000_000_000
  return z.number(s.enterNumber).min(least, s.atLeast(least)).max(most, s.atMost(most))
}

function answerSchema(field: Question): z.ZodType<FormAnswer> {
  switch (field.kind) {
    case 'short_text':
      return words(300)
    case 'long_text':
      return words(4_000)
    case 'number':
      return numberIn(field)
    case 'date':
      return civilDate
    case 'choice':
      return z.enum(
        field.options.map(({ id }) => id),
        s.chooseOne,
      )
    case 'choices':
      return z
        .array(
          z.enum(
            field.options.map(({ id }) => id),
            s.chooseOne,
          ),
        )
        .refine((chosen) => new Set(chosen).size === chosen.length, s.chooseOne)
    case 'yes_no':
      return yesNo
    case 'drawing':
      return drawing(field.map)
    case 'initials':
      return signature({ missing: s.initialHere, typed: s.typeYourInitials })
    case 'signature':
      return signature({ missing: s.signHere, typed: s.typeYourName })
  }
}

/** The schema of answers to a form. Answers may be missing, because half-filled forms are kept too. */
export const answersOf = (content: FormContent): z.ZodType<FormAnswers> =>
  z.strictObject(Object.fromEntries(questionsOf(content).map((field) => [field.id, answerSchema(field).optional()])))

/** True if a field has an answer. An empty text, list or drawing is no answer. */
function isAnswered(answer: FormAnswer | undefined): boolean {
  if (answer === undefined) return false
  if (typeof answer === 'string') return answer.trim() !== ''
  if (typeof answer === 'number') return true
  if (Array.isArray(answer)) return answer.length > 0
  if ('areas' in answer) return answer.strokes.length > 0 || answer.areas.length > 0
  if ('kind' in answer) return answer.kind === 'drawn' ? answer.strokes.length > 0 : answer.name.trim() !== ''
  return true
}

/** True if the follow-up question of a field is shown for this answer. */
export const hasFollowUp = (field: Question, answer: FormAnswer | undefined): boolean =>
  field.kind === 'yes_no' && field.follow_up !== null && (answer as YesNoAnswer)?.answer === field.follow_up.after

/** Answers without the text of follow-up questions that are not shown, so that nothing is signed that nobody saw. */
export const shownAnswers = (content: FormContent, answers: FormAnswers): FormAnswers => {
  const hidden = questionsOf(content).filter(
    (field) => field.kind === 'yes_no' && answers[field.id] !== undefined && !hasFollowUp(field, answers[field.id]),
  )
  const emptied = hidden.map(({ id }) => [id, { ...(answers[id] as YesNoAnswer), follow_up: '' }])
  return { ...answers, ...(Object.fromEntries(emptied) as FormAnswers) }
}

/** A required question without an answer. */
export type MissingAnswer = { field_id: string; is_follow_up: boolean; message: string }

const missingMessage = ({ kind }: Question) =>
  kind === 'signature'
    ? s.signHere
    : kind === 'initials'
      ? s.initialHere
      : kind === 'choice' || kind === 'choices' || kind === 'yes_no'
        ? s.chooseAnswer
        : kind === 'drawing'
          ? s.markDrawing
          : s.answerThis

const isOnlyDot = (answer: FormAnswer | undefined): boolean =>
  typeof answer === 'object' && 'kind' in answer && answer.kind === 'drawn' && isDot(answer.strokes)

const dotMessage = ({ kind }: Question) => (kind === 'initials' ? s.onlyADotOfInitials : s.onlyADot)

/**
 * The required questions that have no answer yet, and signatures that are only a dot, in the order of the form.
 */
export function missingAnswers(content: FormContent, answers: FormAnswers): MissingAnswer[] {
  return questionsOf(content).flatMap((field): MissingAnswer[] => {
    const answer = answers[field.id]
    if (!isAnswered(answer))
      return field.is_required ? [{ field_id: field.id, is_follow_up: false, message: missingMessage(field) }] : []
    if (isOnlyDot(answer)) return [{ field_id: field.id, is_follow_up: false, message: dotMessage(field) }]
    const asksMore = hasFollowUp(field, answer) && field.kind === 'yes_no' && field.follow_up!.is_required
    return asksMore && (answer as YesNoAnswer).follow_up.trim() === ''
      ? [{ field_id: field.id, is_follow_up: true, message: s.answerThis }]
      : []
  })
}
