import { Crop, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { FOCUSES, type PictureChoice } from '#shared/website/content.ts'
import { websiteContract } from '#shared/website/contract.ts'
import { editorMessages as s } from '#shared/website/editor-messages.ts'
import { addressOf, art } from '#shared/website/pictures.ts'
import { useAction } from '#web/data/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { UploadField } from '#web/ui/fields/upload-field.tsx'
import { lazyDialog, useDialog } from '#web/ui/overlays/use-dialog.tsx'
import { showRemoved, Text, useLatest } from './entries.tsx'

/** The URL of a picture's smallest version. */
export function thumbnailOf(id: string): string {
  if (!id.startsWith('art:')) return addressOf({ path: `/api/website-pictures/${id}` }, 320, 'webp')
  const name = id.slice('art:'.length)
  return addressOf({ path: `/art/${name}` }, art(name).widths[0]!, 'avif')
}

/** Stores a picture once it is chosen, and reports its id. */
function useUpload(onStored: (id: string) => void) {
  const [file, setFile] = useState<File | null>(null)
  const latest = useLatest(onStored)
  const add = useAction(websiteContract.addPicture, {
    failed: s.notUploaded,
    onDone: ({ data }) => latest.current(data.id),
  })
  const choose = (picture: File | null) => {
    setFile(picture)
    if (picture) void add.run({ body: { picture } }).then(() => setFile(null))
  }
  return { file, choose, busy: add.busy }
}

type UploadProps = {
  label: string
  id: string | null
  onStored: (id: string) => void
  hint?: string
  isWhole?: boolean
}

/** A field that uploads a picture as soon as it is chosen, and reports its id. */
export function PictureUpload({ label, id, onStored, hint = s.pictureHint, isWhole = false }: UploadProps) {
  const { file, choose, busy } = useUpload(onStored)
  return (
    <div aria-busy={busy}>
      <UploadField
        label={label}
        value={file}
        onChange={choose}
        currentSrc={id === null ? null : thumbnailOf(id)}
        isWhole={isWhole}
        hint={busy ? s.uploading : hint}
        disabled={busy}
      />
    </div>
  )
}

const CutDialog = lazyDialog(async () => (await import('./cut-dialog.tsx')).CutDialog)

type PictureFieldProps = {
  label: string
  value: PictureChoice | null
  onChange: (value: PictureChoice) => void
  /** Removes the picture; undefined if the picture is required. */
  onRemove?: () => void
  altHint?: string
  /** True if text beside the picture describes the picture, so that its alternative text may be empty. */
  isNamed?: boolean
}

/** The field for a picture of the website, with its alternative text, crop and focal point. */
export function PictureField({ label, value, onChange, onRemove, altHint = s.altHint, isNamed }: PictureFieldProps) {
  const latest = useLatest(onChange)
  const cut = useDialog(CutDialog)
  const remove = () => {
    onRemove?.()
    if (value) showRemoved(label, () => latest.current(value))
  }
  return (
    <div className="space-y-4">
      <PictureUpload
        label={label}
        id={value?.id ?? null}
        onStored={(id) => onChange({ focus: 'center', ...value, alt: '', id })}
      />
      {value && (
        <>
          <Text
            label={s.alt}
            value={value.alt}
            most={600}
            hint={isNamed ? s.altNamed : value.alt === '' ? s.altMissing : altHint}
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
            {!value.id.startsWith('art:') && (
              <Button
                icon={<Crop size={18} aria-hidden="true" />}
                onClick={() => cut.open({ id: value.id, onCut: (id) => latest.current({ ...value, id }) })}
              >
                {s.cut}
              </Button>
            )}
            {onRemove && (
              <Button icon={<Trash2 size={18} aria-hidden="true" />} onClick={remove}>
                {s.removePicture}
              </Button>
            )}
          </div>
        </>
      )}
      {cut.element}
    </div>
  )
}
