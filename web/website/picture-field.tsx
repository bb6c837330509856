import { useRef, useState } from 'react'
import { FOCUSES, type PictureChoice } from '#shared/website/content.ts'
import { websiteContract } from '#shared/website/contract.ts'
import { editorMessages as s } from '#shared/website/editor-messages.ts'
import { addressOf } from '#shared/website/pictures.ts'
import { useAction } from '#web/data/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { UploadField } from '#web/ui/fields/upload-field.tsx'
import { Text } from './entries.tsx'

/** A small form of a chosen picture; every one has these widths. */
const thumbnailOf = (id: string) =>
  id.startsWith('art:')
    ? addressOf({ path: `/art/${id.slice(4)}` }, 640, 'avif')
    : addressOf({ path: `/api/website-pictures/${id}` }, 320, 'webp')

/** Stores a picture as soon as it is chosen, and tells its id. */
function useUpload(onStored: (id: string) => void) {
  const [file, setFile] = useState<File | null>(null)
  const latest = useRef(onStored)
  const add = useAction(websiteContract.addPicture, {
    failed: s.notUploaded,
    onDone: ({ data }) => latest.current(data.id),
  })
  const choose = (picture: File | null) => {
    setFile(picture)
    latest.current = onStored
    if (picture) void add.run({ body: { picture } }).then(() => setFile(null))
  }
  return { file, choose, busy: add.busy }
}

type UploadProps = { label: string; id: string | null; onStored: (id: string) => void; hint?: string }

/** Chooses a picture of one's own. */
export function PictureUpload({ label, id, onStored, hint = s.pictureHint }: UploadProps) {
  const { file, choose, busy } = useUpload(onStored)
  return (
    <div aria-busy={busy}>
      <UploadField
        label={label}
        value={file}
        onChange={choose}
        currentSrc={id === null ? null : thumbnailOf(id)}
        hint={busy ? s.uploading : hint}
        disabled={busy}
      />
    </div>
  )
}

type PictureFieldProps = {
  label: string
  value: PictureChoice | null
  onChange: (value: PictureChoice) => void
  /** Where there may be none. */
  onRemove?: () => void
  altHint?: string
}

/** A picture with the words for those who cannot see it, and the point that stays in sight. */
export function PictureField({ label, value, onChange, onRemove, altHint = s.altHint }: PictureFieldProps) {
  return (
    <div className="space-y-4">
      <PictureUpload
        label={label}
        id={value?.id ?? null}
        onStored={(id) => onChange({ alt: '', focus: 'center', ...value, id })}
      />
      {value && (
        <>
          <Text
            label={s.alt}
            value={value.alt}
            most={600}
            hint={altHint}
            onChange={(alt) => onChange({ ...value, alt })}
          />
          <div className="flex flex-wrap items-end gap-3">
            <Field label={s.focus} group className="min-w-40 flex-1">
              <Select
                value={value.focus}
                onChange={(focus) => onChange({ ...value, focus })}
                options={FOCUSES.map((focus) => ({ value: focus, label: s.focuses[focus] }))}
              />
            </Field>
            {onRemove && <Button onClick={onRemove}>{s.removePicture}</Button>}
          </div>
        </>
      )}
    </div>
  )
}
