import { useId } from 'react'
import { ANGLES, type Angle } from '#shared/chart-photos/angles.ts'
import { chartPhotoMessages, photoScreenMessages as s } from '#shared/chart-photos/messages.ts'

type AngleChoiceProps = { value: Angle; onChange: (angle: Angle) => void }

/** The angles as radio buttons in one row, large enough for a thumb. */
export function AngleChoice({ value, onChange }: AngleChoiceProps) {
  const name = useId()
  return (
    <div role="radiogroup" aria-label={s.angle} className="photo-angles">
      {ANGLES.map((angle) => (
        <label key={angle} className="photo-angle">
          <input type="radio" name={name} checked={angle === value} onChange={() => onChange(angle)} />
          {chartPhotoMessages.angles[angle]}
        </label>
      ))}
    </div>
  )
}
