import { useCallback } from 'react'
import { clientsContract } from '#shared/clients/contract.ts'
import { useRead } from '#web/data/use-read.ts'
import { useAddress } from '#web/lib/use-url-state.ts'
import type { Person } from './payment.ts'

const CLIENT = 'client'

type BuyerOfAddress = {
  /** Known once they have been read. */
  buyer: Person | null
  clientId: string | null
  /** Writes another client into the address, or takes them out of it. */
  setClient: (id: string | null) => void
}

/** Whom the address names (`?client=…`): the payment begins with them. */
export function useBuyerOfAddress(): BuyerOfAddress {
  const [params, edit] = useAddress()
  const id = params.get(CLIENT)
  const { data } = useRead(clientsContract.detail, id === null ? null : { params: { id } })
  const setClient = useCallback(
    (next: string | null) => edit((address) => (next === null ? address.delete(CLIENT) : address.set(CLIENT, next))),
    [edit],
  )
  if (id === null || !data) return { buyer: null, clientId: id, setClient }
  const { user_id: userId, name, email, contact_number: contactNumber } = data.data
  return { buyer: { userId, name, email, contactNumber }, clientId: id, setClient }
}
