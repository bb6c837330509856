import { Field as BaseField } from '@base-ui/react/field'
import { Radio } from '@base-ui/react/radio'
import { RadioGroup } from '@base-ui/react/radio-group'
import { clsx } from 'clsx'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { COLOUR_SETS, type ColourChoice, type ColourSet, type OwnColour } from '#shared/clinic/colour-choice.ts'
import { isReadable, mainColours, nearestReadable, parseOwnColour } from '#shared/clinic/colours.ts'
import { editorMessages as s } from '#shared/website/editor-messages.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { TextInput } from '#web/ui/fields/text-input.tsx'
import { showRemoved } from './entries.tsx'
import { PictureUpload } from './picture-field.tsx'
import type { FieldsProps } from './use-website-editor.ts'

/** The value of the radio button for a colour of the owner's choice, which shows the fields for this colour. */
const OWN = 'own'
type Option = ColourSet | typeof OWN

const nameOf = (option: Option) => (option === OWN ? s.ownColour : s.colourSets[option])

/** The colour that the owner has entered; null if a ready set of colours was chosen. */
const ownOf = (choice: ColourChoice): OwnColour | null => parseOwnColour(choice)

const Swatch = ({ colour, children }: { colour: string; children?: React.ReactNode }) => (
  <span
    style={{ backgroundColor: colour }}
    className="grid size-6 shrink-0 place-items-center rounded-full border border-line text-white"
  >
    {children}
  </span>
)

function ColourOption({ option, choice }: { option: Option; choice: ColourChoice }) {
  const isChosen = option === (ownOf(choice) ? OWN : choice)
  return (
    // Each radio has a separate Field, because otherwise the surrounding Field would give its label to every radio.
    <BaseField.Root className="contents">
      <Radio.Root
        value={option}
        aria-label={nameOf(option)}
        className={clsx(
          'flex min-h-12 cursor-pointer items-center gap-2 rounded-ctl border px-3',
          isChosen ? 'border-primary bg-primary-soft' : 'border-line',
        )}
      >
        <Swatch colour={mainColours(option === OWN ? choice : option).primary}>
          <Radio.Indicator>
            <Check size={14} strokeWidth={3} aria-hidden="true" />
          </Radio.Indicator>
        </Swatch>
        <span aria-hidden="true" className="font-semibold">
          {nameOf(option)}
        </span>
      </Radio.Root>
    </BaseField.Root>
  )
}

/** Offers to replace a colour on which text is hard to read by the nearest colour with enough contrast. */
function ReadableColour({ typed, use }: { typed: OwnColour; use: (colour: OwnColour) => void }) {
  const nearest = nearestReadable(typed)
  return (
    <div className="space-y-3 rounded-ctl border border-line bg-warning-soft p-3">
      <p role="alert" className="text-sm text-warning">
        {s.colourUnreadable(typed, nearest)}
      </p>
      <div className="flex items-center gap-3">
        <Swatch colour={nearest} />
        <Button onClick={() => use(nearest)}>{s.replaceColour}</Button>
      </div>
    </div>
  )
}

function isUsable(text: string): boolean {
  const colour = parseOwnColour(text)
  return colour !== null && isReadable(colour)
}

/** A colour input and a text field for an own colour. The page takes only a colour with enough contrast. */
function OwnColourFields({ colour, onColour }: { colour: OwnColour; onColour: (colour: OwnColour) => void }) {
  const [typedText, setText] = useState<string>(colour)
  // If the website's colour is changed elsewhere, as when an older version is restored, the typed colour is discarded.
  const text = isUsable(typedText) && parseOwnColour(typedText) !== colour ? colour : typedText
  const typed = parseOwnColour(text)
  const [isLeft, setIsLeft] = useState(false)
  const use = (next: string) => {
    setText(next)
    if (isUsable(next)) onColour(parseOwnColour(next)!)
  }
  return (
    <div className="space-y-3">
      <div className="flex items-start gap-3">
        <input
          type="color"
          aria-label={s.pickColour}
          value={typed ?? colour}
          onChange={({ target }) => use(target.value)}
          className="mt-7 h-12 w-14 shrink-0 cursor-pointer rounded-ctl border border-line-strong bg-surface p-1"
        />
        <Field
          label={s.ownColour}
          hint={s.ownColourHint}
          error={isLeft && typed === null ? s.colourIncomplete : undefined}
          className="grow"
        >
          <TextInput
            value={text}
            maxLength={9}
            spellCheck={false}
            autoCapitalize="off"
            onChange={({ target }) => use(target.value)}
            onBlur={() => setIsLeft(true)}
          />
        </Field>
      </div>
      {typed && !isReadable(typed) && <ReadableColour typed={typed} use={use} />}
    </div>
  )
}

/** The fields for the website's colours and logo. */
export function LookFields({ value, change }: FieldsProps<'look'>) {
  const own = ownOf(value.colours)
  const choose = (option: Option) =>
    change({ colours: option === OWN ? (own ?? (mainColours(value.colours).primary as OwnColour)) : option })
  return (
    <div className="space-y-5">
      <Field label={s.colours} group>
        <RadioGroup<Option>
          value={own ? OWN : (value.colours as ColourSet)}
          onValueChange={choose}
          className="grid grid-cols-2 gap-2 sm:grid-cols-3"
        >
          {[...COLOUR_SETS, OWN].map((option) => (
            <ColourOption key={option} option={option as Option} choice={value.colours} />
          ))}
        </RadioGroup>
      </Field>
      {own && <OwnColourFields colour={own} onColour={(colours) => change({ colours })} />}
      <PictureUpload isWhole label={s.logo} id={value.logo} hint={s.logoHint} onStored={(logo) => change({ logo })} />
      {value.logo !== null && (
        <Button
          onClick={() => {
            change({ logo: null })
            showRemoved(s.logo, () => change({ logo: value.logo }))
          }}
        >
          {s.removePicture}
        </Button>
      )}
    </div>
  )
}
