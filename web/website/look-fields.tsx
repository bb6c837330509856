import { Field as BaseField } from '@base-ui/react/field'
import { Radio } from '@base-ui/react/radio'
import { RadioGroup } from '@base-ui/react/radio-group'
import { clsx } from 'clsx'
import { Check } from 'lucide-react'
import { COLOUR_SETS, mainColours, type ColourSet } from '#shared/clinic/colours.ts'
import { editorMessages as s } from '#shared/website/editor-messages.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import type { FieldsProps } from './use-website-editor.ts'
import { sayRemoved } from './entries.tsx'
import { PictureUpload } from './picture-field.tsx'

/** The page's colours and logo. */
export const LookFields = ({ value, change }: FieldsProps<'look'>) => (
  <div className="space-y-5">
    <Field label={s.colours} group>
      <RadioGroup<ColourSet>
        value={value.colours}
        onValueChange={(colours) => change({ colours })}
        className="grid grid-cols-2 gap-2 sm:grid-cols-3"
      >
        {COLOUR_SETS.map((set) => (
          // A separate scope: inside a Field every radio would get the group's label.
          <BaseField.Root key={set} className="contents">
            <Radio.Root
              value={set}
              aria-label={s.colourSets[set]}
              className={clsx(
                'flex min-h-12 cursor-pointer items-center gap-2 rounded-ctl border px-3',
                value.colours === set ? 'border-primary bg-primary-soft' : 'border-line',
              )}
            >
              <span
                style={{ backgroundColor: mainColours(set).primary }}
                className="grid size-6 place-items-center rounded-full text-white"
              >
                <Radio.Indicator>
                  <Check size={14} strokeWidth={3} aria-hidden="true" />
                </Radio.Indicator>
              </span>
              <span aria-hidden="true" className="font-semibold">
                {s.colourSets[set]}
              </span>
            </Radio.Root>
          </BaseField.Root>
        ))}
      </RadioGroup>
    </Field>
    <PictureUpload isWhole label={s.logo} id={value.logo} hint={s.logoHint} onStored={(logo) => change({ logo })} />
    {value.logo !== null && (
      <Button
        onClick={() => {
          change({ logo: null })
          sayRemoved(s.logo, () => change({ logo: value.logo }))
        }}
      >
        {s.removePicture}
      </Button>
    )}
  </div>
)
