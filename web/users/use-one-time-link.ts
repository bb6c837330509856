import { useCallback, useState } from 'react'
import { authContract } from '#shared/auth/contract.ts'
import { authSentences } from '#shared/auth/sentences.ts'
import { CallError } from '#shared/lib/call.ts'
import type { Output } from '#shared/lib/endpoint.ts'
import type { UserRow } from '#shared/users/contract.ts'
import { userSentences as s } from '#shared/users/sentences.ts'
import { api } from '#web/lib/api.ts'
import { serverWords } from '#web/lib/server-words.ts'
import { useConfirm } from '#web/ui/confirm.tsx'
import { toast } from '#web/ui/toast.ts'

export type OneTimeLink = Output<typeof authContract.createResetLink>['data'] & { name: string }

/** Asks, makes a one-time link for a person, and holds it for the dialog that shows it. */
export function useOneTimeLink() {
  const confirm = useConfirm()
  const [shown, setShown] = useState<{ open: boolean; link: OneTimeLink | null }>({ open: false, link: null })
  const makeLink = useCallback(
    async ({ id, name, email }: UserRow) => {
      if (email === null) {
        toast.error({ title: s.linkNotMade, description: authSentences.linkNeedsEmail(name) })
        return
      }
      try {
        await confirm({
          title: s.linkQuestion(name),
          body: s.linkBody,
          confirmLabel: s.makeLink,
          cancelLabel: s.cancel,
          busyLabel: s.makingLink,
          action: async () => {
            const { data } = await api(authContract.createResetLink, { params: { id }, body: {} })
            // Without a configured address the server names none: it is the one under which this page is open.
            const link = new URL(data.link, window.location.origin).href
            setShown({ open: true, link: { ...data, link, name } })
          },
        })
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        toast.error({ title: s.linkNotMade, description: serverWords(error, s.unexpected) })
      }
    },
    [confirm],
  )
  const close = () => setShown((before) => ({ ...before, open: false }))
  return { makeLink, shown, close }
}
