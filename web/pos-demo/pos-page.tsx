import { FlaskConical, LogOut } from 'lucide-react'
import { useReducer, useRef, useState } from 'react'
import { posDemoSentences as s } from '#shared/pos-demo/sentences.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { DemoAlert, type DemoButton } from './demo-alert.tsx'
import { quantityOf, tallyReducer, tallyTotal, type Offer, type Tally, type TallyLine } from './tally.ts'
import { TallyBox } from './tally-box.tsx'
import { TotalBar } from './total-bar.tsx'
import { TreatmentsCard } from './treatments-card.tsx'

const emptyTally: Tally = []

/** What a visit would cost. Nothing leaves this page: the tally is gone with it. */
export default function PosPage() {
  const [tally, dispatch] = useReducer(tallyReducer, emptyTally)
  const [news, setNews] = useState('')
  const [alert, setAlert] = useState<{ button: DemoButton; open: boolean }>({ button: 'checkout', open: false })
  const box = useRef<HTMLDivElement>(null)
  const onAdd = (offer: Offer) => {
    const action = { type: 'add', offer } as const
    dispatch(action)
    setNews(s.added(offer.name, quantityOf(tallyReducer(tally, action), offer.id)))
  }
  const onRemove = ({ id, name }: TallyLine) => {
    dispatch({ type: 'remove', id })
    setNews(s.removed(name))
    // The button goes with its line; the keyboard goes on in the box.
    box.current?.focus({ preventScroll: true })
  }
  return (
    <div className="space-y-4">
      <Header onLogout={() => setAlert({ button: 'logout', open: true })} />
      <p role="status" className="sr-only">
        {news}
      </p>
      <div className="grid grid-cols-1 items-start gap-4 md:grid-cols-[minmax(0,1fr)_20rem] xl:grid-cols-[minmax(0,1fr)_26rem]">
        <TreatmentsCard tally={tally} onAdd={onAdd} />
        <TallyBox
          ref={box}
          tally={tally}
          dispatch={dispatch}
          onRemove={onRemove}
          onCheckout={() => setAlert({ button: 'checkout', open: true })}
        />
      </div>
      <TotalBar tally={tally} box={box} />
      <DemoAlert {...alert} total={tallyTotal(tally)} onClose={() => setAlert({ ...alert, open: false })} />
    </div>
  )
}

function Header({ onLogout }: { onLogout: () => void }) {
  return (
    <PageHeader
      title={s.title}
      subtitle={
        <span className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <Badge tone="warning" icon={<FlaskConical size={14} aria-hidden="true" />}>
            {s.notice}
          </Badge>
          {s.purpose}
        </span>
      }
      actions={
        <Button onClick={onLogout} icon={<LogOut size={18} aria-hidden="true" />}>
          {s.logout}
        </Button>
      }
    />
  )
}
