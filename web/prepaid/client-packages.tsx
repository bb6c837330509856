import type { ClientDetail } from '#shared/clients/contract.ts'
import { permissionsOf } from '#shared/auth/permissions.ts'
import { formatShortDate } from '#shared/lib/manila-time.ts'
import { formatPeso, toCentavos } from '#shared/lib/money.ts'
import { ownedPackagesContract, type OwnedPackage } from '#shared/prepaid/owned-packages-contract.ts'
import { packageMessages as s } from '#shared/prepaid/package-messages.ts'
import { useRead } from '#web/data/use-read.ts'
import { HistoryButton } from '#web/history-logs/history-button.tsx'
import { useRole } from '#web/lib/session/session.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { ErrorPanel } from '#web/ui/data/load-states.tsx'
import { lazyDialog, useDialog } from '#web/ui/overlays/use-dialog.tsx'
import { RefundPackageDialog } from './refund-package-dialog.tsx'
import { ExtendPackageDialog, TransferPackageDialog } from './owned-package-dialogs.tsx'

const PackageReceiptDialog = lazyDialog(async () => (await import('./package-receipt-dialog.tsx')).PackageReceiptDialog)

/** The packages of a client, on the client's page: what is left, the last day and how sessions were used. */
export default function ClientPackages({ client }: { client: Pick<ClientDetail, 'id'> }) {
  const { data, failure } = useRead(
    ownedPackagesContract.ofClient,
    { params: { id: client.id } },
    { failed: s.ownedFailed },
  )
  if (failure && !data) return <ErrorPanel {...failure} />
  if (!data || data.data.length === 0) return null
  return (
    <SectionCard title={s.owned}>
      <ul aria-label={s.owned} className="divide-y divide-line">
        {data.data.map((owned) => (
          <OwnedPackageRow key={owned.id} owned={owned} />
        ))}
      </ul>
    </SectionCard>
  )
}

const leftIn = ({ services }: OwnedPackage) => services.reduce((sum, { left }) => sum + left.length, 0)

function stateOf(owned: OwnedPackage) {
  if (owned.is_refunded) return { label: s.states.refunded, tone: 'neutral' } as const
  if (leftIn(owned) === 0) return { label: s.states.used, tone: 'neutral' } as const
  if (owned.is_expired) return { label: s.states.expired, tone: 'warning' } as const
  return { label: s.states.open, tone: 'success' } as const
}

/** When the clinic sold the package, or when an import brought it in from another system. */
function originOf({ sold_on, brought_in_on, price }: OwnedPackage): string {
  const [sold, amount] = [formatShortDate(sold_on), formatPeso(toCentavos(price))]
  if (brought_in_on === null) return s.soldOn(sold, amount)
  const brought = s.broughtIn(formatShortDate(brought_in_on), amount)
  return sold_on === brought_in_on ? brought : `${s.boughtOn(sold)}. ${brought}`
}

function OwnedPackageRow({ owned }: { owned: OwnedPackage }) {
  const { id, name, expires_on, services, uses, refunded } = owned
  const state = stateOf(owned)
  return (
    <li className="space-y-2 py-3 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="min-w-0 flex-1 font-bold wrap-anywhere">{name}</h3>
        <Badge tone={state.tone}>{state.label}</Badge>
        <HistoryButton record={{ subject: 'sold package', id, name }} />
      </div>
      <p className="tnum text-sm text-ink-2">
        {originOf(owned)}
        <span className="block">{expires_on === null ? s.noLastDay : s.lastDay(formatShortDate(expires_on))}</span>
        {refunded !== null && <span className="block">{s.refundedWith(formatPeso(toCentavos(refunded)))}</span>}
      </p>
      <ul className="tnum text-sm">
        {services.map(({ service_id, service_name, left, sessions }) => (
          <li key={service_id}>{s.leftOf(service_name, left.length, sessions)}</li>
        ))}
      </ul>
      {uses.length > 0 && (
        <details className="text-sm">
          <summary className="min-h-touch cursor-pointer content-center font-semibold">{s.uses}</summary>
          <ul className="tnum text-ink-2">
            {uses.map(({ kind, date, service_name }, index) => (
              <li key={index}>
                {formatShortDate(date)}: {service_name}, {s.useKinds[kind]}
              </li>
            ))}
          </ul>
        </details>
      )}
      <PackageActions owned={owned} />
    </li>
  )
}

function PackageActions({ owned }: { owned: OwnedPackage }) {
  const isApprover = permissionsOf(useRole()).has('sales.approve')
  const mayExtend = isApprover && owned.can_be_extended && leftIn(owned) > 0
  const mayRefund = isApprover && owned.refund !== null
  const mayTransfer = owned.is_transferable && !owned.is_refunded && leftIn(owned) > 0
  const extend = useDialog(ExtendPackageDialog)
  const transfer = useDialog(TransferPackageDialog)
  const refund = useDialog(RefundPackageDialog)
  const receipt = useDialog(PackageReceiptDialog)
  const { id, name, number } = owned
  if (!mayExtend && !mayTransfer && !mayRefund && number === null) return null
  return (
    <div className="flex flex-wrap gap-2">
      {number !== null && (
        <Button aria-label={s.openReceiptNamed(name)} onClick={() => receipt.open({ sold: { id, name, number } })}>
          {s.openReceipt}
        </Button>
      )}
      {mayExtend && (
        <Button aria-label={s.extendNamed(owned.name)} onClick={() => extend.open({ owned })}>
          {s.extend}
        </Button>
      )}
      {mayTransfer && (
        <Button aria-label={s.transferNamed(owned.name)} onClick={() => transfer.open({ owned })}>
          {s.transfer}
        </Button>
      )}
      {mayRefund && (
        <Button variant="danger-quiet" aria-label={s.refundNamed(owned.name)} onClick={() => refund.open({ owned })}>
          {s.refund}
        </Button>
      )}
      {receipt.element}
      {extend.element}
      {transfer.element}
      {refund.element}
    </div>
  )
}
