import { useEffect, useRef, useState } from 'react'
import { ApiError } from '#shared/lib/http-client.ts'
import { formatPeso, toCentavos, type Centavos } from '#shared/lib/money.ts'
import { readCardNumber } from '#shared/prepaid/card-number.ts'
import { prepaidContract, type PrepaidCard } from '#shared/prepaid/contract.ts'
import { prepaidMessages as s } from '#shared/prepaid/messages.ts'
import { api } from '#web/lib/api.ts'

type Found = { number: string; card: PrepaidCard | null } | { number: string; error: string }

/** Requests the gift card or store credit with the typed number once the number is complete. */
function useFoundCard(typed: string): Found | null {
  const number = readCardNumber(typed)
  const [found, setFound] = useState<Found | null>(null)
  useEffect(() => {
    if (number === null) return undefined
    let isCurrent = true
    api(prepaidContract.lookUp, { body: { card_number: number } }).then(
      ({ data }) => isCurrent && setFound({ number, card: data }),
      (error: unknown) =>
        isCurrent && setFound({ number, error: error instanceof ApiError ? error.message : s.notFound }),
    )
    return () => {
      isCurrent = false
    }
  }, [number])
  return found?.number === number ? found : null
}

function textOf(found: Found, due: Centavos): string {
  if ('error' in found) return found.error
  const { card } = found
  if (!card) return s.unknown
  if (card.is_void) return s.isVoid
  const left = toCentavos(card.balance)
  if (left === 0) return s.isEmpty
  return left < due ? s.tooLittle(formatPeso(left)) : s.leftOf(formatPeso(left), formatPeso(toCentavos(card.amount)))
}

type CardBalanceProps = {
  /**
   * What the cashier has typed so far as the number of a gift card or store credit, which may be incomplete or wrong.
   */
  typed: string
  /** The amount that should be paid with the gift card or store credit. */
  due: Centavos
  /** Called once, with the balance, if the gift card or store credit has less than the amount due. */
  onLess: (left: Centavos) => void
}

/** Shows what is left on the gift card or store credit whose number is typed at a payment. */
export function CardBalance({ typed, due, onLess }: CardBalanceProps) {
  const found = useFoundCard(typed)
  const less = useRef(onLess)
  const needed = useRef(due)
  useEffect(() => {
    less.current = onLess
    needed.current = due
  })
  useEffect(() => {
    const left = found && 'card' in found && found.card ? toCentavos(found.card.balance) : 0
    if (left > 0 && left < needed.current) less.current(left)
  }, [found])
  return (
    <p className="text-sm font-semibold sm:col-span-2" role="status">
      {found && textOf(found, due)}
    </p>
  )
}
