import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { imageSentences, MAX_IMAGE_BYTES } from '#shared/lib/image-sentences.ts'
import { uiSentences } from '#shared/lib/ui-sentences.ts'
import { Button } from './button.tsx'
import { Field } from './field.tsx'
import { FileButton } from './file-button.tsx'
import { FileDrop } from './file-drop.tsx'
import { ImagePreview } from './image-preview.tsx'

export type UploadFieldProps = {
  label: string
  required?: boolean
  /** The newly chosen file; null: none, the stored picture stays. */
  value: File | null
  onChange: (file: File | null) => void
  /** The stored picture, shown until another is chosen. */
  currentSrc?: string | null
  hint?: string
  /** A refusal of the form or the server; the field's own (type, size, unreadable) come by themselves. */
  error?: string
  disabled?: boolean
}

/** What the server takes. */
const TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']

/** Why a file cannot be taken, as a sentence. */
function refusalOf(file: File): string | undefined {
  if (!TYPES.includes(file.type)) return imageSentences.type
  if (file.size > MAX_IMAGE_BYTES) return imageSentences.tooLarge
  return undefined
}

/** One picture: chosen, dropped or taken with the camera, with a preview. Type and size are checked before sending. */
export function UploadField({ label, value, onChange, currentSrc, error, disabled, ...rest }: UploadFieldProps) {
  const [refusal, setRefusal] = useState<string>()

  const take = (file: File) => {
    const reason = refusalOf(file)
    setRefusal(reason)
    if (!reason) onChange(file)
  }
  const clear = () => {
    setRefusal(undefined)
    onChange(null)
  }
  const action = value || currentSrc ? uiSentences.replaceImage : uiSentences.chooseImage
  return (
    <Field
      group
      label={label}
      required={rest.required}
      hint={rest.hint ?? imageSentences.hint}
      error={refusal ?? error}
      disabled={disabled}
    >
      <FileDrop onFile={take} disabled={disabled}>
        <ImagePreview file={value} src={currentSrc} onUnreadable={() => setRefusal(imageSentences.unreadable)} />
        <div className="flex min-w-44 flex-1 flex-wrap gap-2">
          <FileButton label={label} action={action} accept={TYPES} onFile={take} disabled={disabled} />
          {value && (
            <Button variant="quiet" icon={<Trash2 size={18} aria-hidden="true" />} onClick={clear}>
              {uiSentences.removeImage}
            </Button>
          )}
        </div>
      </FileDrop>
    </Field>
  )
}
