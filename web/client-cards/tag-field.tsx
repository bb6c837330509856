import { Plus, X } from 'lucide-react'
import { useState, type KeyboardEvent, type ReactNode, type Ref } from 'react'
import { clientCardsContract, MAX_TAG, MAX_TAGS } from '#shared/client-cards/contract.ts'
import { clientCardMessages as s } from '#shared/client-cards/messages.ts'
import { useRead } from '#web/data/use-read.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { TextInput } from '#web/ui/fields/text-input.tsx'

type TagFieldProps = {
  tags: readonly string[]
  onChange: (tags: string[]) => void
  error: string | undefined
  ref?: Ref<HTMLInputElement>
}

const SUGGESTED = 8

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** The reason why a tag cannot be added; undefined if it can. */
function refusalOf(tag: string, tags: readonly string[]): string | undefined {
  if (tag.length > MAX_TAG) return s.tagTooLong
  if (tags.some((other) => isSame(tag, other))) return s.tagTwice
  return tags.length >= MAX_TAGS ? s.tooManyTags : undefined
}

/** The tags in use that contain the typed text and that the client does not have yet. */
function useSuggestedTags(typed: string, tags: readonly string[]): string[] {
  const { data } = useRead(clientCardsContract.tags, {})
  const found = (data?.data ?? []).map(({ tag }) => tag)
  return found
    .filter((tag) => tag.toLowerCase().includes(typed.toLowerCase()) && !tags.some((other) => isSame(tag, other)))
    .slice(0, SUGGESTED)
}

/** The tags of a client, with a box for a new one and the tags in use to choose from. */
export function TagField({ tags, onChange, error, ref }: TagFieldProps) {
  const [typed, setTyped] = useState('')
  const [refusal, setRefusal] = useState<string>()
  const suggested = useSuggestedTags(typed.trim(), tags)
  const add = (tag: string) => {
    const refused = tag === '' ? undefined : refusalOf(tag, tags)
    setRefusal(refused)
    if (tag === '' || refused) return
    onChange([...tags, tag])
    setTyped('')
  }
  const addTyped = () => add(typed.trim())
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    // Enter adds the tag; by default Enter would send the form and save the client card.
    event.preventDefault()
    addTyped()
  }
  return (
    <div className="space-y-2">
      <Field label={s.tags} hint={s.tagsHint} error={refusal ?? error}>
        <TextInput
          ref={ref}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setRefusal(undefined)
          }}
          onKeyDown={onKeyDown}
          autoComplete="off"
        />
      </Field>
      <TagButtons tags={suggested} label={s.suggestions} icon="add" onPress={add}>
        {typed.trim() !== '' && !suggested.some((tag) => isSame(tag, typed.trim())) && (
          <Button icon={<Plus size={18} aria-hidden="true" />} onClick={addTyped}>
            {s.addTag(typed.trim())}
          </Button>
        )}
      </TagButtons>
      <TagButtons
        tags={tags}
        label={s.tags}
        icon="remove"
        onPress={(tag) => onChange(tags.filter((other) => other !== tag))}
      />
    </div>
  )
}

type TagButtonsProps = {
  tags: readonly string[]
  label: string
  icon: 'add' | 'remove'
  onPress: (tag: string) => void
  children?: ReactNode
}

function TagButtons({ tags, label, icon, onPress, children }: TagButtonsProps) {
  if (tags.length === 0 && !children) return null
  const isRemoved = icon === 'remove'
  const Icon = isRemoved ? X : Plus
  return (
    <div role="group" aria-label={label} className="flex flex-wrap gap-2">
      {tags.map((tag) => (
        <Button
          key={tag}
          variant={isRemoved ? 'secondary' : 'quiet'}
          icon={<Icon size={18} aria-hidden="true" />}
          onClick={() => onPress(tag)}
          {...(isRemoved && { 'aria-label': s.removeTag(tag) })}
        >
          {tag}
        </Button>
      ))}
      {children}
    </div>
  )
}
