import { Field as BaseField } from '@base-ui/react/field'
import { Radio } from '@base-ui/react/radio'
import { RadioGroup } from '@base-ui/react/radio-group'
import { Check } from 'lucide-react'
import { RESOURCE_COLOURS } from '#shared/resources/colours.ts'
import { resourceMessages as s } from '#shared/resources/messages.ts'

type ColourChoicesProps = { value: string; onChange: (colour: string) => void }

const dot = 'grid size-9 place-items-center rounded-full border border-line-strong'

/** One of the colours that a resource can have, or none. In a `Field` with `group`. */
export function ColourChoices({ value, onChange }: ColourChoicesProps) {
  return (
    <RadioGroup<string> value={value} onValueChange={onChange} className="flex flex-wrap gap-1">
      {['', ...RESOURCE_COLOURS].map((colour) => (
        // A scope of its own: inside a Field every radio would bear the label of the group.
        <BaseField.Root key={colour} className="contents">
          <Radio.Root
            value={colour}
            aria-label={colour === '' ? s.noColour : s.colours[colour as keyof typeof s.colours]}
            className="grid size-11 cursor-pointer place-items-center rounded-full"
          >
            <span className={dot} style={{ backgroundColor: colour || undefined }}>
              <Radio.Indicator className={colour === '' ? 'text-ink' : 'text-white'}>
                <Check size={18} strokeWidth={3} aria-hidden="true" />
              </Radio.Indicator>
            </span>
          </Radio.Root>
        </BaseField.Root>
      ))}
    </RadioGroup>
  )
}
