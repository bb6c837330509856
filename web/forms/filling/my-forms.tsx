import { FilePenLine } from 'lucide-react'
import { Link } from 'react-router'
import { ownFormsContract } from '#shared/forms/signing-contract.ts'
import { signedFormMessages as s } from '#shared/forms/signing-messages.ts'
import { formatInstant } from '#shared/lib/manila-time.ts'
import { useRead } from '#web/data/use-read.ts'
import { OwnChartLocked, useIsOwnChartLocked } from '#web/charts/own-chart-locked.tsx'
import { useClinicalRecord } from '#web/charts/use-clinical-record.ts'
import { paths } from '#web/lib/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { SectionCard } from '#web/ui/card.tsx'
import { lazyDialog, useDialog } from '#web/ui/overlays/use-dialog.tsx'

const OwnCopyDialog = lazyDialog(async () => (await import('./signed-form-dialog.tsx')).OwnCopyDialog)

/** The client's own forms: those to fill in, and the copies that they have signed unless the chart is locked. */
export function MyForms() {
  const isOn = useClinicalRecord()
  const isLocked = useIsOwnChartLocked()
  const { data } = useRead(ownFormsContract.filling, isOn ? {} : null)
  const open = useDialog(OwnCopyDialog)
  if (!data || (data.data.forms.length === 0 && data.signed.length === 0)) return null
  const { forms } = data.data
  return (
    <SectionCard title={s.title} bodyClassName="space-y-4 px-5 pb-5">
      {forms.length > 0 && (
        <div className="space-y-3">
          <h3 className="font-semibold">{s.toFillIn}</h3>
          <ul className="list-disc space-y-1 pl-5">
            {forms.map(({ form_version_id, title }) => (
              <li key={form_version_id}>{title}</li>
            ))}
          </ul>
          <p className="text-sm text-ink-2">{s.toFillInHint}</p>
          <Link to={paths.ownForms} className={buttonClass({ variant: 'primary', block: true })}>
            <FilePenLine size={18} aria-hidden="true" />
            {s.fillIn}
          </Link>
        </div>
      )}
      {isLocked && <OwnChartLocked />}
      {data.signed.length > 0 && (
        <div>
          <h3 className="font-semibold">{s.ownCopies}</h3>
          <ul className="divide-y divide-line">
            {data.signed.map((copy) => (
              <li key={copy.id} className="flex flex-wrap items-center gap-3 py-3">
                <span className="min-w-0 flex-1">
                  <span className="block wrap-anywhere">{copy.title}</span>
                  <span className="block text-sm text-ink-2">{formatInstant(new Date(copy.signed_at))}</span>
                </span>
                <Button
                  aria-label={s.openNamed(copy.title, formatInstant(new Date(copy.signed_at)))}
                  onClick={() => open.open({ id: copy.id, title: copy.title })}
                >
                  {s.open}
                </Button>
              </li>
            ))}
          </ul>
        </div>
      )}
      {open.element}
    </SectionCard>
  )
}
