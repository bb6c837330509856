import { CirclePause } from 'lucide-react'
import { useId, useRef } from 'react'
import { methodMessages } from '#shared/sales/method-messages.ts'
import { saleMessages } from '#shared/sales/messages.ts'
import { tillMessages as s } from '#shared/sales/till-messages.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { dispatchOrder } from './order-store.ts'
import { isSettled, orderProblem, type Order } from './order.ts'
import { useParkedOrders } from './parked-orders.ts'
import { useTakenMethods } from '#web/sales/api.ts'
import { useTillKey } from './use-till-key.ts'

/** One key per payment method, in the order of the tiles. */
const METHOD_KEYS = '12345'

type ProcessProps = { order: Order; onProcess: () => void; onPark: () => void }

/** Opens the payment; what the order lacks is shown below. */
export function ProcessButton({ order, onProcess, onPark }: ProcessProps) {
  const noteId = useId()
  const isEmpty = order.lines.length === 0
  const methods = useTakenMethods()
  const problem = isEmpty || isSettled(order) ? null : orderProblem(order, methods)
  const button = useRef<HTMLButtonElement>(null)
  useTillKey(METHOD_KEYS, (key) => {
    const method = methods[METHOD_KEYS.indexOf(key)]
    if (isEmpty || isSettled(order) || !method) return
    dispatchOrder({ type: 'method', method })
    button.current?.focus()
  })
  const process = () => {
    if (problem !== null) toast.error({ title: problem })
    else onProcess()
  }
  return (
    <div>
      <div className="flex gap-2">
        {!isEmpty && <ParkButton onPark={onPark} disabled={isSettled(order)} />}
        <Button
          ref={button}
          variant="primary"
          size="xl"
          block
          disabled={isEmpty || isSettled(order)}
          aria-describedby={problem === null ? undefined : noteId}
          onClick={process}
        >
          {isEmpty ? s.selectItemsFirst : s.processPayment}
        </Button>
      </div>
      {problem !== null && (
        <p id={noteId} className="mt-1.5 text-center text-sm text-ink-2">
          {problem === saleMessages.methodRequired
            ? s.chooseMethod(...methods.map((method) => methodMessages.methods[method]))
            : problem}
        </p>
      )}
    </div>
  )
}

/** Parks the order; the button shows the number of parked ones. */
function ParkButton({ onPark, disabled }: { onPark: () => void; disabled: boolean }) {
  const count = useParkedOrders().length
  return (
    <Button
      size="xl"
      onClick={onPark}
      disabled={disabled}
      icon={<CirclePause size={20} aria-hidden="true" />}
      className="tnum shrink-0 px-4!"
    >
      {s.park}
      {count > 0 && <Badge>{count}</Badge>}
    </Button>
  )
}
