import { useEffect } from 'react'
import { depositsContract, type Deposit } from '#shared/deposits/contract.ts'
import { depositMessages as s } from '#shared/deposits/messages.ts'
import { formatShortDate } from '#shared/lib/manila-time.ts'
import { formatPeso, toCentavos } from '#shared/lib/money.ts'
import { useRead } from '#web/data/use-read.ts'
import { orderCharge } from '#web/sales/till/order-charge.ts'
import { dispatchOrder, useOrder } from '#web/sales/till/order-store.ts'
import { isSettled, type Order, type OrderDeposit } from '#web/sales/till/order.ts'
import { Button } from '#web/ui/button.tsx'

const none: readonly OrderDeposit[] = []

/** The deposits of the order that still belong to the chosen client, with the amounts that are left of them now. */
function currentDeposits(used: readonly OrderDeposit[], found: readonly Deposit[] | undefined, userId: string) {
  const own = used.filter((one) => one.userId === userId)
  if (!found) return own
  return own.flatMap((one) => {
    const balance = toCentavos(found.find(({ id }) => id === one.id)?.balance ?? 0)
    return balance > 0 ? [{ ...one, balance }] : []
  })
}

/** Removes deposits of another client from the order, and takes over what is left of a deposit after another sale. */
function useCurrentDeposits(order: Order, found: readonly Deposit[] | undefined, userId: string): void {
  useEffect(() => {
    const used = order.deposits ?? none
    const current = currentDeposits(used, found, userId)
    if (JSON.stringify(current) !== JSON.stringify(used)) dispatchOrder({ type: 'deposits', deposits: current })
  }, [order.deposits, found, userId])
}

type OffersProps = {
  /** The user of the chosen client. */
  userId: string
  /** The visit that is paid, whose deposit comes first; null without one. */
  visitId: string | null
}

/** The paid deposits of the client, each with a button that deducts it from the order. */
export function DepositOffers({ userId, visitId }: OffersProps) {
  const order = useOrder()
  const { data, failure } = useRead(depositsContract.ofClient, { params: { id: userId } }, { staleMs: 0 })
  useCurrentDeposits(order, data?.data, userId)
  if (failure) return <p className="text-sm text-danger">{failure.message}</p>
  const deposits = (data?.data ?? []).filter(({ balance }) => balance > 0)
  if (deposits.length === 0) return null
  const isOfVisit = ({ visit }: Deposit) => visit.appointment_id === visitId
  return (
    <ul aria-label={s.title} className="space-y-2">
      {[...deposits.filter(isOfVisit), ...deposits.filter((one) => !isOfVisit(one))].map((deposit) => (
        <OfferedDeposit key={deposit.id} deposit={deposit} order={order} />
      ))}
    </ul>
  )
}

/** A deposit of the client: what is left of it with the button Deduct, or the deducted amount. */
function OfferedDeposit({ deposit, order }: { deposit: Deposit; order: Order }) {
  const { id, client, visit } = deposit
  const balance = toCentavos(deposit.balance)
  const used = order.deposits ?? none
  const isUsed = used.some((one) => one.id === id)
  const charge = orderCharge(order)
  const amount = charge.deposits.find(({ depositId }) => depositId === id)?.amount ?? 0
  const change = (deposits: readonly OrderDeposit[]) => dispatchOrder({ type: 'deposits', deposits })
  const forVisit = <span className="tnum block">{s.offerText(formatShortDate(visit.appointment_date))}</span>
  return (
    <li className="flex flex-wrap items-center gap-2 rounded-ctl bg-primary-soft px-3.5 py-2.5 text-sm text-primary-ink">
      {isUsed ? (
        <>
          <p className="min-w-40 flex-1">
            <b className="tnum font-semibold">
              {s.deducted} <span className="whitespace-nowrap">{formatPeso(0 - amount)}</span>
            </b>
            {forVisit}
          </p>
          <Button disabled={isSettled(order)} onClick={() => change(used.filter((one) => one.id !== id))}>
            {s.doNotDeduct}
          </Button>
        </>
      ) : (
        <>
          <p className="min-w-40 flex-1">
            <b className="tnum font-semibold">{s.offer(formatPeso(balance))}</b>
            {forVisit}
          </p>
          <Button
            variant="primary"
            disabled={isSettled(order)}
            onClick={() => change([...used, { id, userId: client.user_id, balance }])}
          >
            {s.deduct}
          </Button>
        </>
      )}
    </li>
  )
}
