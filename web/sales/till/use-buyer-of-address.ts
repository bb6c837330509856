import { useCallback } from 'react'
import { clientsContract } from '#shared/clients/contract.ts'
import { useRead } from '#web/data/use-read.ts'
import { useAddress } from '#web/lib/use-url-state.ts'
import type { Person } from './payment.ts'

const CLIENT = 'client'

/** Whom the address names (`?client=…`): the payment begins with them. `forget` takes them out of the address. */
export function useBuyerOfAddress(): { buyer: Person | null; forget: () => void } {
  const [params, edit] = useAddress()
  const id = params.get(CLIENT)
  const { data } = useRead(clientsContract.detail, id === null ? null : { params: { id } })
  const forget = useCallback(() => edit((next) => next.delete(CLIENT)), [edit])
  if (id === null || !data) return { buyer: null, forget }
  const { user_id: userId, name, email, contact_number: contactNumber } = data.data
  return { buyer: { userId, name, email, contactNumber }, forget }
}
