import { useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { CallError } from '#shared/lib/call.ts'
import { profileContract, type Profile } from '#shared/profile/contract.ts'
import { profileSentences as s } from '#shared/profile/sentences.ts'
import { photoContract } from '#shared/users/photo-contract.ts'
import { api } from '#web/lib/api.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { UploadField } from '#web/ui/upload-field.tsx'

type PhotoDialogProps = { open: boolean; profile: Profile; onClose: () => void }

/** Chooses the own photo, shows it before it is sent, and sends it. */
export function PhotoDialog({ open, profile, onClose }: PhotoDialogProps) {
  const { file, choose, error, busy, submit } = usePhotoUpload(onClose)
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      size="sm"
      title={profile.photo ? s.changePhoto : s.addPhoto}
      description={s.photoHint}
      onSubmit={submit}
      leave={s.cancel}
      send={s.savePhoto}
      busy={busy}
      busyLabel={s.savingPhoto}
    >
      <UploadField
        label={s.photo}
        required
        value={file}
        onChange={choose}
        currentSrc={profile.photo}
        error={error}
        disabled={busy}
      />
    </FormDialog>
  )
}

function usePhotoUpload(onSaved: () => void) {
  const queries = useQueryClient()
  const [file, setFile] = useState<File | null>(null)
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const choose = (next: File | null) => {
    setFile(next)
    setError(undefined)
  }
  const send = async (photo: File) => {
    setBusy(true)
    try {
      await api(photoContract.upload, { body: { photo } })
    } catch (reason) {
      if (!(reason instanceof CallError)) throw reason
      setError(reason.message)
      toast.error({ title: s.photoNotSaved, description: reason.message })
      return
    } finally {
      setBusy(false)
    }
    toast.success({ title: s.photoSaved })
    onSaved()
    await queries.invalidateQueries({ queryKey: [profileContract.read.url] })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (file) void send(file)
    else setError(s.photoRequired)
  }
  return { file, choose, error, busy, submit }
}
