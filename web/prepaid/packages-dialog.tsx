import { Plus } from 'lucide-react'
import { formatPeso, toCentavos } from '#shared/lib/money.ts'
import { packagesContract, type OfferedPackage } from '#shared/prepaid/package-contract.ts'
import { packageMessages as s } from '#shared/prepaid/package-messages.ts'
import { useRead } from '#web/data/use-read.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Loaded } from '#web/ui/data/load-states.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { useDialog, type DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { PackageForm } from './package-form.tsx'

/** The packages that the clinic offers or has offered. */
export function PackagesDialog({ open, onClose }: DialogControl) {
  const read = useRead(packagesContract.list, {}, { failed: s.failed })
  const edit = useDialog(PackageForm)
  const services = read.data?.services ?? []
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={s.title}
      description={s.subtitle}
      size="lg"
      footer={
        <>
          <Button onClick={onClose}>{s.close}</Button>
          <Button
            variant="primary"
            disabled={!read.data}
            icon={<Plus size={18} aria-hidden="true" />}
            onClick={() => edit.open({ offered: null, services })}
          >
            {s.add}
          </Button>
        </>
      }
    >
      <Loaded read={read} skeleton={['h-20', 'h-20']}>
        {({ data }) =>
          data.length === 0 ? (
            <p className="text-ink-2">{s.none}</p>
          ) : (
            <ul aria-label={s.list} className="space-y-3">
              {data.map((offered) => (
                <PackageRow key={offered.id} offered={offered} onEdit={() => edit.open({ offered, services })} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {edit.element}
    </Dialog>
  )
}

/** What the sessions of a package cost when they are bought without the package, in centavos. */
const listPriceOf = ({ services }: OfferedPackage) =>
  services.reduce((sum, { sessions, price }) => sum + sessions * toCentavos(price), 0)

function PackageRow({ offered, onEdit }: { offered: OfferedPackage; onEdit: () => void }) {
  const { name, price, services, validity, validity_months: months, is_active } = offered
  return (
    <li className="flex flex-wrap items-center gap-3 rounded-card border border-line bg-surface p-4">
      <div className="min-w-0 flex-1">
        <h3 className="flex flex-wrap items-center gap-2 font-bold">
          {name}
          {!is_active && <Badge tone="neutral">{s.inactive}</Badge>}
        </h3>
        <p className="tnum text-sm">
          {formatPeso(toCentavos(price))}{' '}
          <span className="text-ink-2">({s.worth(formatPeso(listPriceOf(offered)))})</span>
        </p>
        <p className="text-sm text-ink-2">
          {services.map(({ sessions, service_name }) => s.sessionsOf(sessions, service_name)).join(', ')}
        </p>
        <p className="text-sm text-ink-2">
          {months === null ? s.validities[validity] : s.validFor(s.validities[validity], months)}
        </p>
      </div>
      <Button aria-label={s.editNamed(name)} onClick={onEdit}>
        {s.edit}
      </Button>
    </li>
  )
}
