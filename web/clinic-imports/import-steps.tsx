import { CircleCheck, FileArchive, Trash2 } from 'lucide-react'
import { clinicImportContract as contract, type ClinicImport } from '#shared/clinic-imports/contract.ts'
import { clinicImportMessages as s } from '#shared/clinic-imports/messages.ts'
import { formatNumber } from '#shared/lib/numbers.ts'
import { useAction } from '#web/data/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { SectionCard } from '#web/ui/card.tsx'
import { ProgressBar } from '#web/ui/data/progress-bar.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { FileButton, FileDrop } from '#web/ui/fields/upload-field.tsx'
import { Fold } from '#web/ui/fold.tsx'
import { useUpload } from './use-upload.ts'

/** Shows the current step of the import. */
export function ImportSteps({ present }: { present: ClinicImport | null }) {
  switch (present?.state) {
    case undefined:
    case 'uploading':
      return <UploadStep present={present} />
    case 'checking':
    case 'importing':
      return <Working present={present} />
    case 'checked':
      return <CheckedStep present={present} />
    case 'refused':
    case 'failed':
      return <RefusedStep present={present} />
    case 'imported':
      return (
        <SectionCard title={<Done>{s.importedTitle(present.file_name)}</Done>}>
          <Counts present={present} />
        </SectionCard>
      )
  }
}

const Done = ({ children }: { children: string }) => (
  <span className="flex items-center gap-2">
    <CircleCheck size={22} className="shrink-0 text-success" aria-hidden="true" />
    <span className="min-w-0 wrap-anywhere">{children}</span>
  </span>
)

const megabytes = (bytes: number) => formatNumber(Math.round(bytes / 1_000_000))

function UploadStep({ present }: { present: ClinicImport | null }) {
  const { progress, error, send } = useUpload(present)
  return (
    <SectionCard title={s.title}>
      <div className="space-y-4">
        <p>{s.hint}</p>
        <p className="text-ctl text-ink-2">{s.brought}</p>
        <p className="rounded-ctl bg-warning-soft px-4 py-2 text-warning">{s.leftOut}</p>
        <ul className="list-disc space-y-1 pl-5 text-ctl text-ink-2">
          <li>{s.users}</li>
          <li>{s.replaced}</li>
        </ul>
        {progress ? (
          <ProgressBar label={s.uploading} share={progress.done / progress.all}>
            {s.uploaded(megabytes(progress.done), megabytes(progress.all))}
          </ProgressBar>
        ) : (
          <FileField error={error} hint={present ? s.goOn : undefined} onFile={(file) => void send(file)} />
        )}
        {present && !progress && <DiscardButton />}
      </div>
    </SectionCard>
  )
}

type FileFieldProps = { error: string | undefined; hint: string | undefined; onFile: (file: File) => void }

const FileField = ({ error, hint, onFile }: FileFieldProps) => (
  <Field label={s.file} group error={error} {...(hint !== undefined && { hint })}>
    <FileDrop onFile={onFile}>
      <FileButton
        label={s.file}
        action={s.choose}
        accept={['.zip']}
        icon={<FileArchive size={18} aria-hidden="true" />}
        onFile={onFile}
      />
    </FileDrop>
  </Field>
)

function Working({ present }: { present: ClinicImport }) {
  const { state, done, total } = present
  const label = state === 'checking' ? s.checking : s.importing
  return (
    <SectionCard title={label}>
      <ProgressBar label={label} share={total === 0 ? null : Math.min(1, done / total)}>
        {total === 0 ? formatNumber(done) : s.progress(Math.min(done, total), total)}
      </ProgressBar>
      <p className="mt-3 text-sm text-ink-2">{s.mayLeave}</p>
    </SectionCard>
  )
}

/** The number of rows in the file of each table. Tables that are imported come first. */
function Counts({ present }: { present: ClinicImport }) {
  const filled = (present.counts ?? []).filter(({ rows }) => rows > 0)
  const lists = [
    { label: s.tables, files: filled.filter(({ is_brought_in }) => is_brought_in) },
    { label: s.stays, files: filled.filter(({ is_brought_in }) => !is_brought_in) },
  ]
  return (
    <div className="space-y-2">
      {lists.map(({ label, files }) => (
        <Fold key={label} label={`${label} (${formatNumber(files.length)})`}>
          <ul className="tnum list-disc space-y-1 pl-5">
            {files.map(({ file, rows }) => (
              <li key={file}>{s.fileRows(file, rows)}</li>
            ))}
          </ul>
        </Fold>
      ))}
    </div>
  )
}

function CheckedStep({ present }: { present: ClinicImport }) {
  const start = useAction(contract.start, { failed: s.notStarted, reread: [contract.read] })
  return (
    <SectionCard title={<Done>{s.checkedTitle(present.file_name)}</Done>}>
      <div className="space-y-4">
        <p>{s.checkedHint}</p>
        <Counts present={present} />
        <p className="rounded-ctl bg-warning-soft px-4 py-2 text-warning">{s.leftOut}</p>
        <div className="flex flex-wrap items-center gap-3">
          <Button variant="primary" busy={start.busy} busyLabel={s.starting} onClick={() => void start.run({})}>
            {s.start}
          </Button>
          <DiscardButton />
        </div>
      </div>
    </SectionCard>
  )
}

function RefusedStep({ present }: { present: ClinicImport }) {
  return (
    <SectionCard title={present.state === 'refused' ? s.refusedTitle : s.failedTitle}>
      <div className="space-y-4">
        <p className="wrap-anywhere text-ink-2">{present.file_name}</p>
        <p role="alert" className="rounded-ctl bg-danger-soft px-4 py-2 text-danger">
          {present.problem}
        </p>
        <DiscardButton />
      </div>
    </SectionCard>
  )
}

/** Deletes the uploaded file after a confirmation. */
function DiscardButton() {
  const discard = useAction(contract.discard, {
    ask: () => ({
      title: s.discardTitle,
      body: s.discardBody,
      confirmLabel: s.discard,
      danger: true,
      busyLabel: s.discarding,
    }),
    done: s.discarded,
    failed: s.notDiscarded,
    reread: [contract.read],
  })
  return (
    <Button
      variant="danger-quiet"
      icon={<Trash2 size={18} aria-hidden="true" />}
      busy={discard.busy}
      busyLabel={s.discarding}
      onClick={() => void discard.run({})}
    >
      {s.discard}
    </Button>
  )
}
