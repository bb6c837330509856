import { DoorOpen, Download, Images, ScrollText } from 'lucide-react'
import { Link } from 'react-router'
import { ownChartPhotosContract } from '#shared/chart-photos/contract.ts'
import { ownPhotoMessages } from '#shared/chart-photos/messages.ts'
import { formatDate, formatShortDate, manilaDate } from '#shared/lib/manila-time.ts'
import { privacyContract } from '#shared/privacy/contract.ts'
import { privacyMessages } from '#shared/privacy/messages.ts'
import { exportContract } from '#shared/profile/contract.ts'
import { profileMessages as s } from '#shared/profile/messages.ts'
import { closureRequestContract, type ClosureRequest as Request } from '#shared/users/contract.ts'
import { closureRequestMessages as words } from '#shared/users/messages.ts'
import { useIsOwnChartLocked } from '#web/charts/own-chart-locked.tsx'
import { useClinicalRecord } from '#web/charts/use-clinical-record.ts'
import { useAction } from '#web/data/use-action.ts'
import { useContractForm } from '#web/data/use-contract-form.ts'
import { useRead } from '#web/data/use-read.ts'
import { download } from '#web/lib/copy-and-download.ts'
import { paths } from '#web/lib/paths.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { Button } from '#web/ui/button.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { ErrorPanel } from '#web/ui/data/load-states.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import { PasswordInput, Textarea } from '#web/ui/fields/text-input.tsx'
import { useDialog, type DialogControl } from '#web/ui/overlays/use-dialog.tsx'
import { DownloadChart } from './own-chart/download-chart.tsx'

/** The person's data: export, privacy notice, and closing the account. */
export function MyData({ className }: { className?: string }) {
  return (
    <SectionCard title={s.myData} className={className} bodyClassName="space-y-5 px-5 pb-5">
      <DownloadData />
      <DownloadChart />
      <DownloadPhotos />
      <PrivacyNotice />
      <ClosureRequest />
    </SectionCard>
  )
}

function DownloadData() {
  const { run, busy } = useAction(exportContract.read, {
    failed: s.dataNotLoaded,
    onDone: (data) => {
      const file = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' })
      download(file, s.dataFile(data.exported_at.slice(0, 10)))
    },
  })
  return (
    <div>
      <Button
        block
        busy={busy}
        busyLabel={s.downloading}
        onClick={() => void run({})}
        icon={<Download size={18} aria-hidden="true" />}
      >
        {s.downloadData}
      </Button>
      <p className="mt-1.5 text-sm text-ink-2">{s.downloadHint}</p>
    </div>
  )
}

/**
 * The button with which a client downloads the photos of their own chart. It is not shown if the clinic keeps no charts,
 * if the client has no photos, or while the chart is locked.
 */
function DownloadPhotos() {
  const isLocked = useIsOwnChartLocked()
  const isKept = useClinicalRecord() && !isLocked
  const count = useRead(ownChartPhotosContract.mine, isKept ? {} : null).data?.data.count ?? 0
  if (count === 0) return null
  return (
    <div>
      <a href={ownChartPhotosContract.download.url} download className={buttonClass({ block: true })}>
        <Images size={18} aria-hidden="true" />
        {ownPhotoMessages.download}
      </a>
      <p className="mt-1.5 text-sm text-ink-2">{ownPhotoMessages.hint(count)}</p>
    </div>
  )
}

function PrivacyNotice() {
  const consents = useRead(privacyContract.consents, {}).data?.data
  const accepted = consents?.find(({ withdrawn_at }) => withdrawn_at === null)
  return (
    <div>
      <Link to={paths.privacy} className={buttonClass({ block: true })}>
        <ScrollText size={18} aria-hidden="true" />
        {privacyMessages.title}
      </Link>
      {accepted && (
        <p className="tnum mt-1.5 text-sm text-ink-2">
          {privacyMessages.accepted(
            formatShortDate(accepted.version),
            formatShortDate(manilaDate(new Date(accepted.given_at))),
          )}
        </p>
      )}
    </div>
  )
}

const day = (instant: string) => formatShortDate(manilaDate(new Date(instant)))

/** The part of the profile about closing the account: make the request, withdraw it, or read the answer. */
function ClosureRequest() {
  const { data, failure } = useRead(closureRequestContract.read, {})
  const request = data?.data
  if (failure) return <ErrorPanel {...failure} message={words.notLoaded} lastUpdated={undefined} />
  return (
    <div className="border-t border-line pt-5">
      {request?.state === 'open' ? (
        <OpenRequest request={request} />
      ) : (
        <>
          {request?.state === 'declined' && <Declined request={request} />}
          <Ask known={data !== undefined} chartKeptUntil={data?.chart_kept_until} />
        </>
      )}
    </div>
  )
}

/**
 * The button that asks the clinic to close the account. `chartKeptUntil` is the last day on which the clinic keeps the
 * person's chart; undefined without a chart.
 */
function Ask({ known, chartKeptUntil }: { known: boolean; chartKeptUntil: string | undefined }) {
  const ask = useDialog(ClosureRequestDialog)
  return (
    <>
      <Button
        block
        variant="danger-quiet"
        disabled={!known}
        icon={<DoorOpen size={18} aria-hidden="true" />}
        onClick={() => ask.open({ chartKeptUntil })}
      >
        {words.ask}
      </Button>
      <p className="mt-1.5 text-sm text-ink-2">{words.about}</p>
      {ask.element}
    </>
  )
}

function OpenRequest({ request }: { request: Request }) {
  const { run, busy } = useAction(closureRequestContract.withdraw, {
    done: ({ message }) => message,
    failed: words.notWithdrawn,
    reread: [closureRequestContract.read],
  })
  return (
    <>
      <p className="tnum font-bold">{words.open(day(request.requested_at))}</p>
      <p className="mt-1 mb-3 text-sm text-ink-2">{words.openHint}</p>
      <Button block busy={busy} busyLabel={words.withdrawing} onClick={() => void run({})}>
        {words.withdraw}
      </Button>
    </>
  )
}

function Declined({ request }: { request: Request }) {
  return (
    <div className="mb-4 rounded-ctl bg-surface-2 p-3.5 text-sm">
      <p className="tnum font-bold">{request.decided_at && words.declined(day(request.decided_at))}</p>
      <p className="mt-1 wrap-anywhere whitespace-pre-line">{request.answer}</p>
    </div>
  )
}

/** Explains the consequences and asks for the password before sending the request. */
function ClosureRequestDialog({
  open,
  onClose,
  chartKeptUntil,
}: DialogControl & { chartKeptUntil: string | undefined }) {
  const { form, dialog } = useContractForm(closureRequestContract.ask, {
    values: { reason: '', current_password: '' },
    input: (body) => ({ body }),
    done: { title: words.sentTitle, description: words.sent },
    failed: (_, others) => ({ title: words.notSent, description: others.join('\n') }),
    reread: [closureRequestContract.read],
    onDone: onClose,
  })
  const { errors } = form.formState
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      size="sm"
      title={words.askTitle}
      description={words.askText}
      leave={words.cancel}
      send={words.send}
      danger
      busyLabel={words.sending}
      {...dialog}
    >
      <div className="space-y-5">
        {chartKeptUntil && <p className="text-ctl">{words.chartKeptHint(formatDate(chartKeptUntil))}</p>}
        <Field label={words.reason} hint={words.reasonHint} error={errors.reason?.message}>
          <Textarea {...form.register('reason')} />
        </Field>
        <Field label={words.password} required error={errors.current_password?.message}>
          <PasswordInput {...form.register('current_password')} autoComplete="current-password" />
        </Field>
      </div>
    </FormDialog>
  )
}
