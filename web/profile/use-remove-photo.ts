import { useQueryClient } from '@tanstack/react-query'
import { CallError } from '#shared/lib/call.ts'
import { profileContract } from '#shared/profile/contract.ts'
import { profileSentences as s } from '#shared/profile/sentences.ts'
import { photoContract } from '#shared/users/photo-contract.ts'
import { api } from '#web/lib/api.ts'
import { useConfirm } from '#web/ui/confirm.tsx'
import { toast } from '#web/ui/toast.ts'

/** Asks, removes the own photo, and says how it went. */
export function useRemovePhoto(): () => Promise<void> {
  const confirm = useConfirm()
  const queries = useQueryClient()
  return async () => {
    try {
      const isDone = await confirm({
        title: s.removePhotoQuestion,
        body: s.removePhotoText,
        confirmLabel: s.removePhoto,
        cancelLabel: s.cancel,
        danger: true,
        busyLabel: s.removingPhoto,
        action: () => api(photoContract.remove, {}),
      })
      if (!isDone) return
      toast.success({ title: s.photoRemoved })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      toast.error({ title: s.photoNotRemoved, description: error.message })
    }
    await queries.invalidateQueries({ queryKey: [profileContract.read.url] })
  }
}
