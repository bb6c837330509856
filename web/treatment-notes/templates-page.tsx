import { FilePlus2, Pencil } from 'lucide-react'
import { noteTemplatesContract as contract, type NoteTemplate } from '#shared/treatment-notes/contract.ts'
import { emptyTemplate } from '#shared/treatment-notes/built-in-templates.ts'
import { noteTemplateMessages as s } from '#shared/treatment-notes/screen-messages.ts'
import { useRead } from '#web/data/use-read.ts'
import { newUuid } from '#web/lib/idempotency-key.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Loaded } from '#web/ui/data/load-states.tsx'
import { lazyDialog, useDialog } from '#web/ui/overlays/use-dialog.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'

const TemplateDialog = lazyDialog(async () => (await import('./template-dialog.tsx')).TemplateDialog)

const newTemplate = (): NoteTemplate => ({
  key: newUuid(),
  content: emptyTemplate,
  is_built_in: false,
  is_changed: false,
  treatment_ids: [],
  version: 0,
})

/** The templates of treatment notes, and the treatments that use them. */
export default function TemplatesPage() {
  const read = useRead(contract.list, {}, { failed: s.failed })
  const edit = useDialog(TemplateDialog)
  const treatments = read.data?.treatments ?? []
  return (
    <div className="space-y-4">
      <PageHeader
        title={s.title}
        subtitle={s.subtitle}
        actions={
          <Button
            variant="primary"
            disabled={!read.data}
            icon={<FilePlus2 size={18} aria-hidden="true" />}
            onClick={() => edit.open({ template: newTemplate(), treatments })}
          >
            {s.addTemplate}
          </Button>
        }
      />
      <Loaded read={read} skeleton={['h-28', 'h-28']}>
        {({ data }) => (
          <ul aria-label={s.list} className="space-y-3">
            {data.map((template) => (
              <TemplateRow
                key={template.key}
                template={template}
                treatments={treatments}
                onEdit={() => edit.open({ template, treatments })}
              />
            ))}
          </ul>
        )}
      </Loaded>
      {edit.element}
    </div>
  )
}

type RowProps = {
  template: NoteTemplate
  treatments: readonly { id: string; name: string }[]
  onEdit: () => void
}

function TemplateRow({ template, treatments, onEdit }: RowProps) {
  const { content, is_built_in, is_changed, treatment_ids } = template
  const assigned = treatments.filter(({ id }) => treatment_ids.includes(id)).map(({ name }) => name)
  const fields = [...content.fields, ...content.pass_fields].map(({ label }) => label)
  const origin = is_built_in ? s.builtIn : s.own
  return (
    <li className="flex flex-wrap items-center gap-3 rounded-card border border-line bg-surface p-4">
      <div className="min-w-0 flex-1">
        <h2 className="flex flex-wrap items-center gap-2 font-bold">
          {content.name}
          <Badge tone={is_changed ? 'info' : 'neutral'}>{is_changed ? s.changed : origin}</Badge>
        </h2>
        <p className="text-sm text-ink-2">
          {s.treatments}: {assigned.join(', ') || s.noTreatments}
        </p>
        {fields.length > 0 && (
          <p className="text-sm text-ink-2">
            {s.fields}: {fields.join(', ')}
          </p>
        )}
      </div>
      <Button aria-label={s.editOf(content.name)} icon={<Pencil size={18} aria-hidden="true" />} onClick={onEdit}>
        {s.edit}
      </Button>
    </li>
  )
}
