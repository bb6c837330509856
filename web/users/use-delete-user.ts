import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { CallError } from '#shared/lib/call.ts'
import { usersContract, type UserRow } from '#shared/users/contract.ts'
import { userSentences as s } from '#shared/users/sentences.ts'
import { api } from '#web/lib/api.ts'
import { useConfirm } from '#web/ui/confirm.tsx'
import { toast } from '#web/ui/toast.ts'

/** Asks, closes the account, and says how it went; `onGone` when its actions have left the list. */
export function useDeleteUser(onGone: () => void): (user: UserRow) => Promise<void> {
  const confirm = useConfirm()
  const queries = useQueryClient()
  return useCallback(
    async (user) => {
      let isGone = true
      try {
        const done = await confirm({
          title: s.deleteQuestion,
          body: user.name,
          confirmLabel: s.delete,
          cancelLabel: s.cancel,
          danger: true,
          busyLabel: s.deleting,
          action: () => api(usersContract.remove, { params: { id: user.id } }),
        })
        if (!done) return
        toast.success({ title: s.deleted })
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        toast.error({ title: s.notDeleted, description: error.message || s.unexpected })
        isGone = error.status === 404
      }
      await queries.invalidateQueries({ queryKey: [usersContract.list.url] })
      if (isGone) onGone()
    },
    [confirm, queries, onGone],
  )
}
