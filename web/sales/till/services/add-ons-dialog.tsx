import { Info, Sparkles } from 'lucide-react'
import type { AddOn } from '#shared/catalogue/records.ts'
import { formatPesoShort, toCentavos } from '#shared/lib/money.ts'
import { tillMessages as s } from '#shared/sales/till-messages.ts'
import { useAddOns } from '#web/sales/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/fields/toggles.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { EmptyState, Loaded, Skeleton, SkeletonGroup } from '#web/ui/data/load-states.tsx'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { dispatchOrder } from '#web/sales/till/order-store.ts'
import { isSettled, lineWithAddOn, type Order } from '#web/sales/till/order.ts'

type Group = { treatmentId: string; treatmentName: string; addOns: AddOn[] }

/** Add-ons of the ordered treatments; all of them while no service is ordered. */
function addOnGroups(addOns: readonly AddOn[], order: Order): Group[] {
  const ordered = new Set(order.lines.filter(({ kind }) => kind !== 'product').map((line) => line.treatmentId))
  const groups = new Map<string, Group>()
  for (const addOn of addOns) {
    if (ordered.size > 0 && !ordered.has(addOn.treatment_id)) continue
    const group = groups.get(addOn.treatment_id)
    if (group) group.addOns.push(addOn)
    else
      groups.set(addOn.treatment_id, {
        treatmentId: addOn.treatment_id,
        treatmentName: addOn.treatment_name,
        addOns: [addOn],
      })
  }
  return [...groups.values()].sort((a, b) => a.treatmentName.localeCompare(b.treatmentName))
}

function toggle(order: Order, addOn: AddOn, checked: boolean): void {
  const line = lineWithAddOn(order, addOn.id)
  if (checked)
    dispatchOrder({
      type: 'add-add-on',
      addOn: {
        id: addOn.id,
        name: addOn.addOn_name,
        price: toCentavos(addOn.addOn_price),
        treatmentId: addOn.treatment_id,
      },
    })
  else if (line) dispatchOrder({ type: 'remove-add-on', serviceId: line.serviceId, addOnId: addOn.id })
}

/** Chooses add-ons; each is added to the newest line of its treatment. */
export function AddOnsDialog({ open, onClose, order }: DialogControl & { order: Order }) {
  const read = useAddOns({ failed: s.addOnsFailed })
  const hasNoService = order.lines.length === 0
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={s.selectAddOns}
      size="sm"
      footer={
        <Button variant="primary" onClick={onClose}>
          {s.done}
        </Button>
      }
    >
      {hasNoService && <NoServiceNote />}
      <Loaded read={read} skeleton={<LoadingAddOns />}>
        {(addOns) => (
          <Groups groups={addOnGroups(addOns, order)} order={order} disabled={hasNoService || isSettled(order)} />
        )}
      </Loaded>
    </Dialog>
  )
}

function NoServiceNote() {
  return (
    <div className="mb-3 flex gap-3 rounded-card bg-info-soft px-4 py-3 text-sm">
      <Info size={18} className="mt-0.5 shrink-0 text-info" aria-hidden="true" />
      <p>
        <b className="block text-info">{s.noServiceSelected}</b>
        {s.selectServicesFirst}
      </p>
    </div>
  )
}

function Groups({ groups, order, disabled }: { groups: readonly Group[]; order: Order; disabled: boolean }) {
  if (groups.length === 0) return <EmptyState icon={Sparkles} title={s.noAddOns} className="py-8!" />
  return groups.map(({ treatmentId, treatmentName, addOns }) => (
    <fieldset key={treatmentId} disabled={disabled} className="mb-4 min-w-0">
      <legend className="text-sm font-bold text-ink-2">{treatmentName}</legend>
      {addOns.map((addOn) => (
        <Checkbox
          key={addOn.id}
          label={addOn.addOn_name}
          aside={formatPesoShort(toCentavos(addOn.addOn_price))}
          checked={lineWithAddOn(order, addOn.id) !== undefined}
          onChange={(checked) => toggle(order, addOn, checked)}
          disabled={disabled}
        />
      ))}
    </fieldset>
  ))
}

function LoadingAddOns() {
  return (
    <SkeletonGroup className="space-y-4 py-2">
      {Array.from({ length: 4 }, (_, i) => (
        <Skeleton key={i} className="h-6 w-full" />
      ))}
    </SkeletonGroup>
  )
}
