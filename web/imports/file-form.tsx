import { FileSpreadsheet, FileUp } from 'lucide-react'
import { useState } from 'react'
import { importsContract as contract } from '#shared/imports/contract.ts'
import { IMPORT_KINDS, MAX_FILE_BYTES, type ImportKind } from '#shared/imports/kinds.ts'
import { importMessages as s, importRefusals } from '#shared/imports/messages.ts'
import { ApiError } from '#shared/lib/http-client.ts'
import { useAction } from '#web/data/use-action.ts'
import { useTakesPrepaid } from '#web/sales/api.ts'
import { SectionCard } from '#web/ui/card.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { RadioGroup } from '#web/ui/fields/radio-group.tsx'
import { FileButton, FileDrop } from '#web/ui/fields/upload-field.tsx'

const kinds = IMPORT_KINDS.map((value) => ({ value, label: s.kinds[value], detail: s.kindHints[value] }))
const kindsWithoutPackages = kinds.filter(({ value }) => value !== 'packages')
const ENDINGS = ['.csv', '.txt', '.tsv', '.xlsx']

const sentenceOf = (error: unknown) => (error instanceof ApiError ? error.message : undefined)

/** The first step of an import: what is imported, and the file. A chosen file is read at once. */
export function FileForm({ onRead }: { onRead: (id: string) => void }) {
  const [kind, setKind] = useState<ImportKind>('clients')
  const hasPackages = useTakesPrepaid()
  const [error, setError] = useState<string>()
  const upload = useAction(contract.upload, {
    failed: (failure) => {
      setError(sentenceOf(failure))
      return null
    },
    reread: [contract.list],
    onDone: ({ data }) => onRead(data.id),
  })
  const take = (file: File) => {
    setError(file.size > MAX_FILE_BYTES ? importRefusals.tooLarge : undefined)
    if (file.size <= MAX_FILE_BYTES) void upload.run({ body: { kind, file } })
  }
  return (
    <SectionCard title={s.steps.file}>
      <div className="grid gap-6 lg:grid-cols-2">
        <Field label={s.kindOfFile} group>
          <RadioGroup
            options={hasPackages ? kinds : kindsWithoutPackages}
            value={kind}
            onChange={setKind}
            disabled={upload.busy}
          />
        </Field>
        <Field label={s.file} group hint={s.fileHint} error={error}>
          <FileDrop onFile={take} disabled={upload.busy}>
            <span className="grid size-24 shrink-0 place-items-center rounded-ctl bg-surface-2 text-ink-3">
              <FileSpreadsheet size={24} strokeWidth={1.6} aria-hidden="true" />
            </span>
            <div className="min-w-48 flex-1 space-y-2">
              <FileButton
                label={s.file}
                action={s.chooseFile}
                accept={ENDINGS}
                icon={<FileUp size={18} aria-hidden="true" />}
                onFile={take}
                disabled={upload.busy}
              />
              <p className="text-sm text-ink-2" role="status">
                {upload.busy ? s.reading : s.readyFor}
              </p>
            </div>
          </FileDrop>
        </Field>
      </div>
    </SectionCard>
  )
}
