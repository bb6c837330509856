import { Eraser, Undo2 } from 'lucide-react'
import { STROKE_LIMITS, type DrawingAnswer } from '#shared/forms/answers.ts'
import { fillMessages as s } from '#shared/forms/fill-messages.ts'
import type { FieldOf } from '#shared/forms/form.ts'
import { bodyMapMessages as names } from '#shared/lib/body-map-messages.ts'
import { bodyAreas } from '#shared/lib/body-maps.ts'
import { AreaMarks, BodyOutline } from '#web/ui/body-map.tsx'
import { Button } from '#web/ui/button.tsx'
import { Fold } from '#web/ui/fold.tsx'
import { StrokePad } from '#web/ui/stroke-pad.tsx'
import { QuestionGroup } from './question-group.tsx'

type DrawingFieldProps = {
  field: FieldOf<'drawing'>
  answer: DrawingAnswer | undefined
  onChange: (answer: DrawingAnswer | undefined) => void
  error: string | undefined
  disabled: boolean
}

const NOTHING: DrawingAnswer = { strokes: [], areas: [] }

/** A drawing on a face or body. Areas can also be chosen from a list, without drawing. */
export function DrawingField({ field, answer = NOTHING, onChange, error, disabled }: DrawingFieldProps) {
  const { strokes, areas } = answer
  const isEmpty = strokes.length === 0 && areas.length === 0
  const change = (next: DrawingAnswer) =>
    onChange(next.strokes.length === 0 && next.areas.length === 0 ? undefined : next)
  const marked = bodyAreas[field.map].filter(({ name }) => areas.includes(name)).map(({ name }) => names.areas[name])
  return (
    <QuestionGroup label={field.label} required={field.is_required} hint={field.hint} error={error}>
      <StrokePad
        label={s.drawingPad(field.label, names.maps[field.map])}
        strokes={strokes}
        onChange={(next) => change({ ...answer, strokes: next })}
        limits={STROKE_LIMITS}
        disabled={disabled}
        size="drawing"
        invalid={error !== undefined}
      >
        <g className="text-ink-3">
          <BodyOutline map={field.map} />
        </g>
        <AreaMarks map={field.map} areas={areas} />
      </StrokePad>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button
          icon={<Undo2 size={18} aria-hidden="true" />}
          disabled={disabled || strokes.length === 0}
          onClick={() => change({ ...answer, strokes: strokes.slice(0, -1) })}
        >
          {s.undo}
        </Button>
        <Button
          icon={<Eraser size={18} aria-hidden="true" />}
          disabled={disabled || isEmpty}
          onClick={() => onChange(undefined)}
        >
          {s.clear}
        </Button>
      </div>
      {marked.length > 0 && <p className="mt-2 text-sm text-ink-2">{s.marked(marked.join(', '))}</p>}
      <Fold label={s.markByName} className="mt-2">
        <AreaList field={field} answer={answer} onChange={change} disabled={disabled} />
      </Fold>
    </QuestionGroup>
  )
}

type AreaListProps = Pick<DrawingFieldProps, 'field' | 'disabled'> & {
  answer: DrawingAnswer
  onChange: (answer: DrawingAnswer) => void
}

function AreaList({ field, answer, onChange, disabled }: AreaListProps) {
  const toggle = (name: DrawingAnswer['areas'][number]) =>
    answer.areas.includes(name) ? answer.areas.filter((one) => one !== name) : [...answer.areas, name]
  return (
    <div className="form-areas">
      {bodyAreas[field.map].map(({ name }) => (
        <Button
          key={name}
          variant={answer.areas.includes(name) ? 'primary' : 'secondary'}
          aria-pressed={answer.areas.includes(name)}
          disabled={disabled}
          onClick={() => onChange({ ...answer, areas: toggle(name) })}
        >
          {names.areas[name]}
        </Button>
      ))}
    </div>
  )
}
