import type { FormAnswer, FormAnswers, SignatureAnswer } from '#shared/forms/answers.ts'
import { questionsOf, type FormContent, type Question } from '#shared/forms/form.ts'
import { bodyAreas } from '#shared/lib/body-maps.ts'
import type { Random } from '../demo/random.ts'

type Stroke = [x: number, y: number][]

const whole = (value: number) => Math.min(1000, Math.max(0, Math.round(value)))

/** Returns a wavy line that looks like handwriting, for initials and signatures. */
function wave(random: Random, from: number, to: number, { height, turns }: { height: number; turns: number }): Stroke {
  const start = random.next() * Math.PI
  return Array.from({ length: 36 }, (_, index) => {
    const share = index / 35
    const y = 520 - share * 90 + Math.sin(start + share * turns * 2 * Math.PI) * height * (1 - share * 0.6)
    const back = Math.cos(start + share * turns * 2 * Math.PI) * 28
    return [whole(from + share * (to - from) + back), whole(y)]
  })
}

function signature(random: Random, isShort: boolean): SignatureAnswer {
  const end = isShort ? 620 : random.whole(700, 860)
  const capital = wave(random, 150, 300, { height: 260, turns: 1.5 })
  const rest = wave(random, 300, end, { height: isShort ? 180 : 110, turns: isShort ? 1.5 : random.whole(4, 6) })
  const below: Stroke = [
    [180, 760],
    [end, 690],
  ]
  return { kind: 'drawn', strokes: isShort ? [capital, rest] : [capital, rest, below] }
}

/** Sample texts for questions with a long answer; any of them fits any question. */
const WORDS = ['Dark spots on my cheeks', 'Acne on chin and jaw', 'Fine lines around the eyes', 'Dull, uneven skin']
/** Sample answers to follow-up questions, by the id of the question. */
const FOLLOW_UPS: Readonly<Record<string, string>> = {
  allergies: 'Shrimp, itchy skin',
  medicines: 'Vitamin C and collagen',
  procedures: 'Two facials last year',
}

/** Returns the answer of somebody who is healthy, or null for a question that this client leaves open. */
function answerTo(field: Question, random: Random): FormAnswer | null {
  switch (field.kind) {
    case 'short_text':
    case 'long_text':
      return field.is_required ? random.pick(WORDS) : null
    case 'number':
      return field.min ?? 1
    case 'date':
      return '2026-01-15'
    case 'choice':
      return random.pick(field.options).id
    case 'choices':
      return field.options.filter(() => random.chance(0.4)).map(({ id }) => id)
    case 'yes_no': {
      const words = FOLLOW_UPS[field.id]
      // The question `record-yes` asks for agreement, so every sample client answers it with yes.
      if (field.id === 'record-yes') return { answer: 'yes', follow_up: '' }
      return words !== undefined && random.chance(0.3)
        ? { answer: 'yes', follow_up: words }
        : { answer: 'no', follow_up: '' }
    }
    case 'drawing': {
      const area = random.pick(bodyAreas[field.map])
      const around = Array.from({ length: 24 }, (_, index): [number, number] => [
        whole(area.x + Math.cos((index / 23) * 2 * Math.PI) * 55),
        whole(area.y + Math.sin((index / 23) * 2 * Math.PI) * 45),
      ])
      return { strokes: [around], areas: random.chance(0.5) ? [area.name] : [] }
    }
    case 'initials':
    case 'signature':
      return signature(random, field.kind === 'initials')
  }
}

/** Makes the answers of a sample client to a form, with drawn initials and signature. */
export const sampleAnswers = (content: FormContent, random: Random): FormAnswers =>
  Object.fromEntries(
    questionsOf(content).flatMap((field) => {
      const answer = answerTo(field, random)
      return answer === null ? [] : [[field.id, answer]]
    }),
  )
