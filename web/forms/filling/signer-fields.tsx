import { fillingMessages as s } from '#shared/forms/signing-messages.ts'
import type { Guardian } from '#shared/forms/signing-contract.ts'
import { Field } from '#web/ui/fields/field.tsx'
import { RadioGroup } from '#web/ui/fields/radio-group.tsx'
import { TextInput } from '#web/ui/fields/text-input.tsx'

/**
 * Who signs a form. `isAdult` is null while the clinic does not know the client's age and nobody has said whether the
 * client is of age.
 */
export type Signer = { isAdult: boolean | null; guardian: Guardian }

export const newSigner = (isAdult: boolean | null): Signer => ({ isAdult, guardian: { name: '', relation: '' } })

/** True once it is known who signs, and a guardian has given name and relation. */
export const isSignerKnown = ({ isAdult, guardian }: Signer): boolean =>
  isAdult === true || (isAdult === false && guardian.name.trim() !== '' && guardian.relation !== '')

type Props = {
  firstName: string
  /** True if the clinic does not know the client's age, so that the page asks. */
  asks: boolean
  signer: Signer
  /** True after Sign was pressed while answers were missing. */
  showsErrors: boolean
  required: string
  onChange: (next: Signer) => void
}

const AGES = [
  { value: 'adult', label: s.adult },
  { value: 'minor', label: s.minor },
]

const relations = s.relations.map((relation) => ({ value: relation, label: relation }))

/** Asks who signs: the client, or a parent or guardian for anybody under 18. Draws nothing for a known adult. */
export function SignerFields({ firstName, asks, signer, showsErrors, required, onChange }: Props) {
  const { isAdult, guardian } = signer
  if (!asks && isAdult === true) return null
  const errorOf = (isMissing: boolean) => (showsErrors && isMissing ? required : undefined)
  const change = (part: Partial<Guardian>) => onChange({ ...signer, guardian: { ...guardian, ...part } })
  return (
    <div className="space-y-4 rounded-card border border-line bg-surface p-4">
      {asks && (
        <Field label={s.age} hint={s.ageHint} required group error={errorOf(isAdult === null)}>
          <RadioGroup
            options={AGES}
            value={isAdult === null ? null : isAdult ? 'adult' : 'minor'}
            onChange={(age) => onChange({ ...signer, isAdult: age === 'adult' })}
          />
        </Field>
      )}
      {!asks && <p className="font-semibold">{s.guardianHint(firstName)}</p>}
      {isAdult === false && (
        <>
          <Field label={s.guardianName} required error={errorOf(guardian.name.trim() === '')}>
            <TextInput
              value={guardian.name}
              maxLength={120}
              autoComplete="name"
              onChange={(event) => change({ name: event.target.value })}
            />
          </Field>
          <Field label={s.guardianRelation} required group error={errorOf(guardian.relation === '')}>
            <RadioGroup options={relations} value={guardian.relation} onChange={(relation) => change({ relation })} />
          </Field>
        </>
      )}
    </div>
  )
}
