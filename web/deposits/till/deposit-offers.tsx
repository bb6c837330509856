import { useEffect } from 'react'
import { depositsContract, type Deposit } from '#shared/deposits/contract.ts'
import { depositMessages as s } from '#shared/deposits/messages.ts'
import { formatShortDate, manilaDate } from '#shared/lib/manila-time.ts'
import { formatPeso, toCentavos, type Centavos } from '#shared/lib/money.ts'
import { prepaidContract, type ClientCredit } from '#shared/prepaid/contract.ts'
import { useRead } from '#web/data/use-read.ts'
import { orderCharge } from '#web/sales/till/order-charge.ts'
import { dispatchOrder, useOrder } from '#web/sales/till/order-store.ts'
import { isSettled, type Order, type OrderDeposit } from '#web/sales/till/order.ts'
import { Button } from '#web/ui/button.tsx'

const none: readonly OrderDeposit[] = []

/** A deposit or store credit of the client that the order can deduct. */
type Offer = { id: string; isCredit?: true; balance: Centavos; offered: string; deducted: string; detail: string }

const offerOfDeposit = ({ id, balance, visit }: Deposit): Offer => ({
  id,
  balance: toCentavos(balance),
  offered: s.offer(formatPeso(toCentavos(balance))),
  deducted: s.deducted,
  detail: s.offerText(formatShortDate(visit.appointment_date)),
})

const offerOfCredit = ({ id, balance, ending, opened_at }: ClientCredit): Offer => ({
  id,
  isCredit: true,
  balance: toCentavos(balance),
  offered: s.creditOffer(formatPeso(toCentavos(balance))),
  deducted: s.creditDeducted,
  detail: s.creditOfferText(ending, formatShortDate(manilaDate(new Date(opened_at)))),
})

/**
 * Reads the deposits and store credits of the client with money left: first the deposit of the visit, then the other
 * deposits, then store credit. `offers` is undefined until both are read. If one of them cannot be read, `offers`
 * has only the other.
 */
function useOffers(userId: string, visitId: string | null) {
  const read = { params: { id: userId } }
  const deposits = useRead(depositsContract.ofClient, read, { staleMs: 0 })
  const credit = useRead(prepaidContract.creditOfClient, read, { staleMs: 0 })
  const isOfVisit = ({ visit }: Deposit) => visit.appointment_id === visitId
  const failure = deposits.failure ?? credit.failure
  const found = deposits.data?.data.filter(({ balance }) => balance > 0) ?? []
  const isRead = deposits.data !== undefined && credit.data !== undefined
  const offers =
    isRead || failure
      ? [
          ...[...found.filter(isOfVisit), ...found.filter((one) => !isOfVisit(one))].map(offerOfDeposit),
          ...(credit.data?.data ?? []).map(offerOfCredit),
        ]
      : undefined
  return { offers, isRead, failure }
}

/** The deducted money of the order that still belongs to the chosen client, with the amounts that are left now. */
function currentDeposits(used: readonly OrderDeposit[], offers: readonly Offer[] | undefined, userId: string) {
  const own = used.filter((one) => one.userId === userId)
  if (!offers) return own
  return own.flatMap((one) => {
    const balance = offers.find(({ id }) => id === one.id)?.balance ?? 0
    return balance > 0 ? [{ ...one, balance }] : []
  })
}

/** Removes the money of another client from the order, and takes over what is left after another sale. */
function useCurrentDeposits(order: Order, offers: readonly Offer[] | undefined, userId: string): void {
  useEffect(() => {
    const used = order.deposits ?? none
    const current = currentDeposits(used, offers, userId)
    if (JSON.stringify(current) !== JSON.stringify(used)) dispatchOrder({ type: 'deposits', deposits: current })
  }, [order.deposits, offers, userId])
}

type OffersProps = {
  /** The user of the chosen client. */
  userId: string
  /** The visit that is paid, whose deposit comes first; null without one. */
  visitId: string | null
}

/** The paid deposits and the store credit of the client, each with a button that deducts it from the order. */
export function DepositOffers({ userId, visitId }: OffersProps) {
  const order = useOrder()
  const { offers, isRead, failure } = useOffers(userId, visitId)
  // After a failed read the list is incomplete, so no deduction is removed from the order.
  useCurrentDeposits(order, isRead ? offers : undefined, userId)
  return (
    <>
      {failure && <p className="text-sm text-danger">{failure.message}</p>}
      {offers !== undefined && offers.length > 0 && (
        <ul aria-label={s.moneyPaidAhead} className="space-y-2">
          {offers.map((offer) => (
            <OfferedMoney key={offer.id} offer={offer} userId={userId} order={order} />
          ))}
        </ul>
      )}
    </>
  )
}

/** A deposit or store credit: what is left of it with the button Deduct, or the deducted amount. */
function OfferedMoney({ offer, userId, order }: { offer: Offer; userId: string; order: Order }) {
  const { id, isCredit, balance } = offer
  const used = order.deposits ?? none
  const isUsed = used.some((one) => one.id === id)
  const amount = orderCharge(order).deposits.find((one) => one.id === id)?.amount ?? 0
  const change = (deposits: readonly OrderDeposit[]) => dispatchOrder({ type: 'deposits', deposits })
  const detail = <span className="tnum block">{offer.detail}</span>
  return (
    <li className="flex animate-press-guard flex-wrap items-center gap-2 rounded-ctl bg-primary-soft px-3.5 py-2.5 text-sm text-primary-ink">
      {isUsed ? (
        <>
          <p className="min-w-40 flex-1">
            <b className="tnum font-semibold">
              {offer.deducted} <span className="whitespace-nowrap">{formatPeso(0 - amount)}</span>
            </b>
            {detail}
          </p>
          <Button disabled={isSettled(order)} onClick={() => change(used.filter((one) => one.id !== id))}>
            {s.doNotDeduct}
          </Button>
        </>
      ) : (
        <>
          <p className="min-w-40 flex-1">
            <b className="tnum font-semibold">{offer.offered}</b>
            {detail}
          </p>
          <Button
            variant="primary"
            disabled={isSettled(order)}
            onClick={() => change([...used, { id, userId, balance, ...(isCredit && { isCredit }) }])}
          >
            {s.deduct}
          </Button>
        </>
      )}
    </li>
  )
}
