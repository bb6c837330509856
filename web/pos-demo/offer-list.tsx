import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatPesoShort } from '#shared/lib/money.ts'
import { posDemoSentences as s } from '#shared/pos-demo/sentences.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { quantityOf, type Offer, type Tally } from './tally.ts'

/** What the panels of the Treatments card need to put something into the tally. */
export type TallyProps = { tally: Tally; onAdd: (offer: Offer) => void }

/** Two columns where the card is wide enough for them. */
export const OfferList = ({ children }: { children: ReactNode }) => (
  <ul className="grid grid-cols-1 gap-x-8 sm:grid-cols-2 md:grid-cols-1 lg:grid-cols-2">{children}</ul>
)

type RowProps = TallyProps & {
  title: string
  /** Below the title: whose visit, when. */
  detail?: string
  /** Undefined: what has no price any more cannot be added. */
  offer: Offer | undefined
  addLabel: string
}

/** One thing with its price and Add. */
export function OfferRow({ title, detail, offer, addLabel, tally, onAdd }: RowProps) {
  const quantity = offer ? quantityOf(tally, offer.id) : 0
  return (
    <li className="flex items-center gap-3 border-t border-line py-2">
      <div className="min-w-0 flex-1">
        <p className="leading-snug font-semibold wrap-anywhere">{title}</p>
        {detail && <p className="tnum text-sm text-ink-2 wrap-anywhere">{detail}</p>}
        <p className="tnum mt-0.5 flex flex-wrap items-center gap-x-2.5 gap-y-1 text-ctl font-bold text-primary">
          {offer ? formatPesoShort(offer.price) : <span className="text-ink-2">{s.noLongerOffered}</span>}
          {quantity > 0 && <Badge tone="primary">{s.inTally(quantity)}</Badge>}
        </p>
      </div>
      {offer && (
        <Button
          onClick={() => onAdd(offer)}
          aria-label={addLabel}
          icon={<Plus size={18} aria-hidden="true" />}
          // The bar with the total lies over the bottom edge on narrow screens.
          className="shrink-0 max-md:scroll-mb-24"
        >
          {s.add}
        </Button>
      )}
    </li>
  )
}
