import { describe, expect, test } from 'vitest'
import { answersOf, hasFollowUp, missingAnswers, shownAnswers, STROKE_LIMITS } from './answers.ts'
import { contentProblems, FORM_LIMITS, formContent, type FormField } from './form.ts'
import { formMessages as s } from './messages.ts'

const base = { hint: '', is_required: true }
const fields: FormField[] = [
  { id: 'read', kind: 'paragraph', text: 'Please read this.' },
  { ...base, id: 'name', kind: 'short_text', label: 'Your name' },
  { ...base, id: 'story', kind: 'long_text', label: 'Your story', is_required: false },
  { ...base, id: 'age', kind: 'number', label: 'Your age', unit: 'years', min: 0, max: 120 },
  { ...base, id: 'since', kind: 'date', label: 'Since when' },
  {
    ...base,
    id: 'skin',
    kind: 'choice',
    label: 'Your skin',
    options: [
      { id: 'dry', label: 'Dry' },
      { id: 'oily', label: 'Oily' },
    ],
  },
  {
    ...base,
    id: 'uses',
    kind: 'choices',
    label: 'You use',
    options: [
      { id: 'a', label: 'Sunscreen' },
      { id: 'b', label: 'Retinol' },
    ],
  },
  {
    ...base,
    id: 'allergy',
    kind: 'yes_no',
    label: 'Any allergy?',
    follow_up: { after: 'yes', label: 'Which?', is_required: true },
  },
  { ...base, id: 'where', kind: 'drawing', label: 'Where', map: 'face_front' },
  { ...base, id: 'short', kind: 'initials', label: 'Initials' },
  { ...base, id: 'sign', kind: 'signature', label: 'Signature' },
]
const content = formContent.parse({ title: 'Intake', sections: [{ id: 'first', title: '', fields }] })

const drawn = { kind: 'drawn' as const, strokes: [[[10, 20] as [number, number], [300, 40] as [number, number]]] }
const complete = {
  name: 'Bianca',
  age: 30,
  since: '2026-01-31',
  skin: 'dry',
  uses: ['a'],
  allergy: { answer: 'no' as const, follow_up: '' },
  where: { strokes: [], areas: ['nose' as const] },
  short: { kind: 'typed' as const, name: 'BG' },
  sign: drawn,
}

describe('the content of a form', () => {
  test('the content of a form may be incomplete as a draft; a list says what is missing before the form can be published', () => {
    expect(contentProblems(content)).toEqual([])
    const draft = formContent.parse({
      title: ' ',
      sections: [
        { id: 'one', title: '', fields: [] },
        {
          id: 'two',
          title: '',
          fields: [
            { id: 'a', kind: 'paragraph', text: '' },
            { ...base, id: 'b', kind: 'choice', label: '', options: [{ id: 'x', label: '' }] },
            { ...base, id: 'c', kind: 'number', label: 'How many', unit: '', min: 5, max: 4 },
            {
              ...base,
              id: 'd',
              kind: 'yes_no',
              label: 'Any?',
              follow_up: { after: 'no', label: '', is_required: true },
            },
          ],
        },
      ],
    })
    expect(contentProblems(draft)).toEqual([
      { id: null, message: s.formNeedsTitle },
      { id: 'one', message: s.sectionNeedsField },
      { id: 'a', message: s.paragraphNeedsText },
      { id: 'b', message: s.fieldNeedsLabel },
      { id: 'b', message: s.twoOptions },
      { id: 'b', message: s.optionNeedsLabel },
      { id: 'c', message: s.minAboveMax },
      { id: 'd', message: s.followUpNeedsLabel },
    ])
    expect(contentProblems({ title: 'Empty', sections: [] })).toEqual([{ id: null, message: s.formNeedsField }])
  })

  test('content with two parts of the same id, unknown parts or too many fields is refused', () => {
    const refuses = (sections: unknown) => expect(formContent.safeParse({ title: 'x', sections }).success).toBe(false)
    const one = { ...base, id: 'a', kind: 'short_text', label: 'A' }
    refuses([{ id: 'first', title: '', fields: [one, one] }])
    refuses([{ id: 'a', title: '', fields: [one] }])
    refuses([{ id: 'first', title: '', fields: [{ ...one, price: 5 }] }])
    refuses([{ id: 'first', title: '', fields: [{ ...one, kind: 'password' }] }])
    const half = (name: string) =>
      Array.from({ length: FORM_LIMITS.fields / 2 + 1 }, (_, n) => ({ ...one, id: `${name}${n}` }))
    refuses([
      { id: 'first', title: '', fields: half('a') },
      { id: 'second', title: '', fields: half('b') },
    ])
  })
})

describe('the answers to a form', () => {
  const schema = answersOf(content)

  test('the answers to a form may be incomplete while they are a draft; a list says which required questions have no answer', () => {
    expect(schema.parse({})).toEqual({})
    expect(schema.parse(complete)).toEqual(complete)
    expect(missingAnswers(content, complete)).toEqual([])
    expect(missingAnswers(content, {}).map(({ field_id }) => field_id)).toEqual([
      'name',
      'age',
      'since',
      'skin',
      'uses',
      'allergy',
      'where',
      'short',
      'sign',
    ])
    expect(missingAnswers(content, { ...complete, name: '  ', uses: [] })).toEqual([
      { field_id: 'name', is_follow_up: false, message: s.answerThis },
      { field_id: 'uses', is_follow_up: false, message: s.chooseAnswer },
    ])
  })

  test('a follow-up question of a form is required only if the answer to its question leads to it', () => {
    const allergy = { answer: 'yes' as const, follow_up: ' ' }
    expect(missingAnswers(content, { ...complete, allergy })).toEqual([
      { field_id: 'allergy', is_follow_up: true, message: s.answerThis },
    ])
    const question = fields.find(({ id }) => id === 'allergy') as Parameters<typeof hasFollowUp>[0]
    expect(hasFollowUp(question, allergy)).toBe(true)
    expect(hasFollowUp(question, complete.allergy)).toBe(false)
    expect(hasFollowUp(question, undefined)).toBe(false)
    expect(missingAnswers(content, { ...complete, allergy: { ...allergy, follow_up: 'Nuts' } })).toEqual([])
    // After the answer changes to no, the text of the hidden follow-up question is not signed.
    const changed = { ...complete, allergy: { answer: 'no' as const, follow_up: 'Nuts' } }
    expect(shownAnswers(content, changed)['allergy']).toEqual({ answer: 'no', follow_up: '' })
  })

  test('a dot is not accepted as signature or initials; the messages for missing initials and for a missing signature differ', () => {
    const dot: [number, number][][] = [
      [
        [400, 400],
        [405, 410],
      ],
    ]
    const drawnBy = (strokes: [number, number][][]) => ({ kind: 'drawn' as const, strokes })
    expect(missingAnswers(content, { ...complete, short: drawnBy(dot), sign: drawnBy(dot) })).toEqual([
      { field_id: 'short', is_follow_up: false, message: s.onlyADotOfInitials },
      { field_id: 'sign', is_follow_up: false, message: s.onlyADot },
    ])
    // The dot of an i beside a line is a part of the signature.
    const line: [number, number][] = [
      [100, 400],
      [400, 420],
    ]
    expect(missingAnswers(content, { ...complete, sign: drawnBy([...dot, line]) })).toEqual([])
    expect(missingAnswers(content, { ...complete, short: undefined })).toMatchObject([{ message: s.initialHere }])
    const messageOf = (answers: object) => schema.safeParse(answers).error?.issues[0]?.message
    expect(messageOf({ short: { kind: 'typed', name: ' ' } })).toBe(s.typeYourInitials)
    expect(messageOf({ sign: { kind: 'typed', name: ' ' } })).toBe(s.typeYourName)
  })

  test('answers to other questions, unknown choices or areas, invalid dates, and numbers outside the limits are refused', () => {
    for (const wrong of [
      { other: 'x' },
      { read: 'x' },
      { skin: 'green' },
      { uses: ['a', 'a'] },
      { since: '2026-02-30' },
      { age: 121 },
      { age: -1 },
      { where: { strokes: [], areas: ['knee_left'] } },
      { where: { strokes: [[[1001, 0]]], areas: [] } },
      { sign: { kind: 'drawn', strokes: [] } },
      { sign: { kind: 'typed', name: ' ' } },
    ])
      expect(schema.safeParse(wrong).success, JSON.stringify(wrong)).toBe(false)
  })

  test('an answer with a drawing of too many strokes or points is refused', () => {
    const line = (points: number) => Array.from({ length: points }, (_, n) => [n % 1000, 5])
    const accepts = (strokes: unknown) => schema.safeParse({ where: { strokes, areas: [] } }).success
    expect(accepts([line(STROKE_LIMITS.points)])).toBe(true)
    expect(accepts([line(STROKE_LIMITS.points), line(1)])).toBe(false)
    expect(accepts(Array.from({ length: STROKE_LIMITS.strokes + 1 }, () => line(1)))).toBe(false)
  })
})
