import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { clientsContract, type ClientDetail } from '#shared/clients/contract.ts'
import { clientSentences as s } from '#shared/clients/sentences.ts'
import { CallError } from '#shared/lib/call.ts'
import type { Output } from '#shared/lib/endpoint.ts'
import { api } from '#web/lib/api.ts'
import { useConfirm } from '#web/ui/confirm.tsx'
import { toast } from '#web/ui/toast.ts'

export type RenewedPassword = Output<typeof clientsContract.renewDefaultPassword>['data']

/** Asks, gives the client a new default password, and holds it for the dialog that shows it. */
export function useRenewPassword(client: ClientDetail) {
  const confirm = useConfirm()
  const queries = useQueryClient()
  const [shown, setShown] = useState<{ open: boolean; renewed: RenewedPassword | null }>({ open: false, renewed: null })
  const isFirst = client.log_in.status === 'No password'
  const renew = async () => {
    try {
      await confirm({
        title: isFirst ? s.makeQuestion(client.name) : s.renewQuestion(client.name),
        body: isFirst ? s.makeBody : s.renewBody,
        confirmLabel: isFirst ? s.make : s.renew,
        cancelLabel: s.cancel,
        busyLabel: isFirst ? s.making : s.renewing,
        action: async () => {
          const { data } = await api(clientsContract.renewDefaultPassword, { params: { id: client.id } })
          setShown({ open: true, renewed: data })
        },
      })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      toast.error({ title: s.notRenewed, description: error.message })
    }
    await queries.invalidateQueries({ queryKey: [clientsContract.detail.url] })
  }
  const close = () => setShown((before) => ({ ...before, open: false }))
  return { renew, shown, close }
}
