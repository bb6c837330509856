import { Camera, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Profile } from '#shared/profile/contract.ts'
import { profileSentences as s } from '#shared/profile/sentences.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { PhotoDialog } from './photo-dialog.tsx'
import { useRemovePhoto } from './use-remove-photo.ts'

/** Adds, changes or removes the own photo. */
export function PhotoButtons({ profile }: { profile: Profile }) {
  // Each opening is a dialog of its own: a picture that was chosen and cancelled does not come back.
  const [dialog, setDialog] = useState({ open: false, times: 0 })
  const remove = useRemovePhoto()
  return (
    <div className="mt-3 flex items-center justify-center gap-1">
      <Button
        variant="quiet"
        icon={<Camera size={18} aria-hidden="true" />}
        onClick={() => setDialog({ open: true, times: dialog.times + 1 })}
      >
        {profile.photo ? s.changePhoto : s.addPhoto}
      </Button>
      {profile.photo && (
        <IconButton
          label={s.removePhoto}
          variant="danger-quiet"
          icon={<Trash2 size={18} aria-hidden="true" />}
          onClick={() => void remove()}
        />
      )}
      <PhotoDialog
        key={dialog.times}
        open={dialog.open}
        profile={profile}
        onClose={() => setDialog({ ...dialog, open: false })}
      />
    </div>
  )
}
