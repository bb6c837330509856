import { FileCheck2 } from 'lucide-react'
import { signedFormsContract, type SignedFormRow } from '#shared/forms/signing-contract.ts'
import { signedFormMessages as s } from '#shared/forms/signing-messages.ts'
import { formatInstant } from '#shared/lib/manila-time.ts'
import type { ChartSectionProps } from '#web/charts/chart-sections.ts'
import { useRead } from '#web/data/use-read.ts'
import { useMayUseCharts } from '#web/charts/use-clinical-record.ts'
import { ClientFormsCard } from '#web/forms/filling/client-forms-card.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { EmptyState, Loaded, RowSkeletons } from '#web/ui/data/load-states.tsx'
import { lazyDialog, useDialog } from '#web/ui/overlays/use-dialog.tsx'

const ChartCopyDialog = lazyDialog(
  async () => (await import('#web/forms/filling/signed-form-dialog.tsx')).ChartCopyDialog,
)
const CorrectDialog = lazyDialog(async () => (await import('#web/forms/filling/correct-dialog.tsx')).CorrectDialog)

/** The forms of a chart: those that the client has yet to sign, and the signed copies by form. */
export default function SignedFormsSection({ clientId, name, isLocked }: ChartSectionProps) {
  const read = useRead(signedFormsContract.list, { params: { clientId } }, { failed: s.failedToLoad })
  return (
    <div className="space-y-4">
      {!isLocked && <ClientFormsCard client={{ client_id: clientId, name }} />}
      <Loaded read={read} skeleton={<RowSkeletons count={3} />}>
        {({ data: copies }) =>
          copies.length === 0 ? (
            <EmptyState icon={FileCheck2} title={s.noneTitle} body={s.noneHint} />
          ) : (
            byForm(copies).map((ofForm) => (
              <FormCopies key={ofForm[0].form_id} copies={ofForm} clientId={clientId} isLocked={isLocked} />
            ))
          )
        }
      </Loaded>
    </div>
  )
}

type Copies = [SignedFormRow, ...SignedFormRow[]]

/** Groups the signed copies by form; the form that was signed last comes first. */
function byForm(copies: readonly SignedFormRow[]): Copies[] {
  const groups = new Map<string, Copies>()
  for (const copy of copies) {
    const group = groups.get(copy.form_id)
    if (group) group.push(copy)
    else groups.set(copy.form_id, [copy])
  }
  return [...groups.values()]
}

function FormCopies({ copies, clientId, isLocked }: { copies: Copies; clientId: string; isLocked: boolean }) {
  const open = useDialog(ChartCopyDialog)
  const correct = useDialog(CorrectDialog)
  const mayCorrect = useMayUseCharts('forms.collect') && !isLocked
  return (
    <SectionCard title={copies[0].title} bodyClassName="px-5 pb-5">
      <ul className="divide-y divide-line">
        {copies.map((copy) => (
          <li key={copy.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
            <CopyFacts copy={copy} copies={copies} />
            <Button
              aria-label={s.openNamed(copy.title, formatInstant(new Date(copy.signed_at)))}
              onClick={() => open.open({ clientId, id: copy.id, title: copy.title })}
            >
              {s.open}
            </Button>
            {mayCorrect && !copy.is_corrected && copy.present_version_id !== null && (
              <Button
                variant="quiet"
                aria-label={s.correctNamed(copy.title, formatInstant(new Date(copy.signed_at)))}
                onClick={() => correct.open({ clientId, copyId: copy.id, versionId: copy.present_version_id! })}
              >
                {s.correct}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {open.element}
      {correct.element}
    </SectionCard>
  )
}

/** Who signed a form and when, and how this signed copy is related to other signed copies of the form. */
function CopyFacts({ copy, copies }: { copy: SignedFormRow; copies: readonly SignedFormRow[] }) {
  const corrected = copies.find(({ id }) => id === copy.corrects)
  return (
    <div className="min-w-0 flex-1 basis-64">
      <p className="wrap-anywhere">{s.signedBy(copy.signer_name, formatInstant(new Date(copy.signed_at)))}</p>
      <p className="flex flex-wrap items-center gap-2 text-sm text-ink-2">
        {s.version(copy.version_number)} · {s.channels[copy.channel]}
        {corrected && <Badge>{s.correctionOf(formatInstant(new Date(corrected.signed_at)))}</Badge>}
        {copy.is_corrected && <Badge tone="warning">{s.isCorrected}</Badge>}
      </p>
    </div>
  )
}
