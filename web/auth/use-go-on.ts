import { useCallback } from 'react'
import { useNavigate } from 'react-router'
import { leaveFlash, type Flash } from '#web/lib/flash.ts'
import { documentOf, openDocument } from '#web/lib/paths.ts'
import { toast } from '#web/ui/toast.ts'

/** Goes to a page of the app, or to one that is a document of its own, and says something on arrival. */
export function useGoOn(): (to: string, message: Flash) => void {
  const navigate = useNavigate()
  return useCallback(
    (to, message) => {
      if (documentOf(to) !== null) {
        leaveFlash(message)
        openDocument(to)
      } else {
        toast.success(message)
        void navigate(to)
      }
    },
    [navigate],
  )
}
