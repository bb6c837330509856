import { ImageUp } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { needsArea, type Angle } from '#shared/chart-photos/angles.ts'
import { chartPhotoMessages, photoScreenMessages, photoUploadMessages as s } from '#shared/chart-photos/messages.ts'
import { instantOf } from '#shared/lib/manila-time.ts'
import { now, useToday } from '#web/lib/use-now.ts'
import { usePerson } from '#web/lib/session/session.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { DateInput } from '#web/ui/fields/date-input.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { TextInput } from '#web/ui/fields/text-input.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { AngleChoice } from './angle-choice.tsx'
import { photoQueue } from './photo-queue.ts'
import { PHOTO_TYPES, preparePhotos } from './prepare-photo.ts'

/** The time of day that a photo gets if only its day is known. */
const NOON = '12:00:00'

type Problems = { files?: string; area?: string; day?: string }

/** Uploads photos of one angle from the device. The uploads continue in the background after the dialog closes. */
export function UploadDialog({ open, onClose, clientId }: DialogControl & { clientId: string }) {
  const { id: ownerId } = usePerson()
  const today = useToday()
  const [files, setFiles] = useState<File[]>([])
  const [angle, setAngle] = useState<Angle>('front')
  const [area, setArea] = useState('')
  const [day, setDay] = useState('')
  const [problems, setProblems] = useState<Problems>({})
  const [busy, setBusy] = useState(false)
  const send = async (event: FormEvent) => {
    event.preventDefault()
    const found = {
      ...(files.length === 0 && { files: s.chooseFirst }),
      ...(needsArea(angle) && area.trim() === '' && { area: chartPhotoMessages.areaNeeded }),
      ...(day > today && { day: chartPhotoMessages.takenLater }),
    }
    setProblems(found)
    if (Object.keys(found).length > 0) return
    const facts = { ownerId, clientId, angle, area: area.trim() || null, note: null }
    const takenAt = day === '' ? null : day === today ? now() : instantOf(day, NOON)
    setBusy(true)
    try {
      const { photos, refusals } = await preparePhotos(files, facts, takenAt)
      for (const { name, message } of refusals) toast.error({ title: name, description: message })
      await photoQueue.add(photos)
      onClose()
    } finally {
      setBusy(false)
    }
  }
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={s.uploadTitle}
      leave={photoScreenMessages.cancel}
      send={s.uploadNow}
      busyLabel={s.preparing}
      busy={busy}
      unsaved={files.length > 0 && !busy}
      onSubmit={(event) => void send(event)}
    >
      <div className="space-y-4">
        <FilesField files={files} onChange={setFiles} error={problems.files} />
        <Field label={photoScreenMessages.angle} group>
          <AngleChoice value={angle} onChange={setAngle} />
        </Field>
        <Field
          label={photoScreenMessages.area}
          required={needsArea(angle)}
          hint={photoScreenMessages.areaHint}
          error={problems.area}
        >
          <TextInput value={area} maxLength={80} onChange={({ target }) => setArea(target.value)} />
        </Field>
        <Field label={photoScreenMessages.takenAt} hint={s.takenHint} error={problems.day}>
          <DateInput value={day} max={today} onChange={({ target }) => setDay(target.value)} />
        </Field>
      </div>
    </FormDialog>
  )
}

type FilesFieldProps = { files: readonly File[]; onChange: (files: File[]) => void; error: string | undefined }

function FilesField({ files, onChange, error }: FilesFieldProps) {
  return (
    <Field label={s.files} required hint={s.filesHint} error={error} group>
      <div className="flex flex-wrap items-center gap-3">
        <label
          className={`${buttonClass()} cursor-pointer has-focus-visible:outline-[2.5px] has-focus-visible:outline-offset-2 has-focus-visible:outline-primary`}
        >
          <ImageUp size={18} aria-hidden="true" />
          {s.choose}
          <input
            type="file"
            multiple
            accept={`${PHOTO_TYPES},.heic,.heif`}
            className="sr-only"
            onChange={({ target }) => onChange([...(target.files ?? [])])}
          />
        </label>
        {files.length > 0 && <span className="font-semibold">{s.chosen(files.length)}</span>}
      </div>
    </Field>
  )
}
