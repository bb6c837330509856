import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { CallError } from '#shared/lib/call.ts'
import { usersContract, type UserRow } from '#shared/users/contract.ts'
import { userSentences as s } from '#shared/users/sentences.ts'
import { api } from '#web/lib/api.ts'
import { serverWords } from '#web/lib/server-words.ts'
import { useConfirm, type ConfirmQuestion } from '#web/ui/confirm.tsx'
import { toast } from '#web/ui/toast.ts'

/** The question with the person's name, and with what stays booked for them. */
async function questionOf({ id, name }: UserRow): Promise<ConfirmQuestion> {
  const { data } = await api(usersContract.appointmentsAhead, { params: { id } })
  const ahead = data.appointments_ahead
  return {
    title: s.deleteQuestion,
    body: ahead === 0 ? name : s.staysBooked(name, ahead),
    confirmLabel: s.delete,
    cancelLabel: s.cancel,
    danger: true,
    busyLabel: s.deleting,
    action: () => api(usersContract.remove, { params: { id } }),
  }
}

/** Whether the screen is still there: what was read for a question must not ask it over another page. */
function useIsHere() {
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  return isHere
}

/** Asks, closes the account, and says how it went; `onGone` when its actions have left the list. */
export function useDeleteUser(onGone: () => void): (user: UserRow) => Promise<void> {
  const confirm = useConfirm()
  const queries = useQueryClient()
  const isHere = useIsHere()
  return useCallback(
    async (user) => {
      let isGone = true
      try {
        const question = await questionOf(user)
        if (!isHere.current || !(await confirm(question))) return
        toast.success({ title: s.deleted })
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        toast.error({ title: s.notDeleted, description: serverWords(error, s.unexpected) })
        isGone = error.status === 404
      }
      await queries.invalidateQueries({ queryKey: [usersContract.list.url] })
      if (isGone) onGone()
    },
    [confirm, queries, isHere, onGone],
  )
}
