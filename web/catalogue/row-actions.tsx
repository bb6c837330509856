import { Check, Pencil, RotateCcw, Trash2, X } from 'lucide-react'
import { managementSentences as s } from '#shared/catalogue/management-sentences.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { editButtonId } from './use-row-edit.ts'

type RowActionsProps = { id: string; name: string; onEdit: () => void; onDelete: () => void }

export function RowActions({ id, name, onEdit, onDelete }: RowActionsProps) {
  return (
    <div className="flex justify-end">
      <IconButton
        id={editButtonId(id)}
        label={s.edit(name)}
        icon={<Pencil size={18} aria-hidden="true" />}
        onClick={onEdit}
      />
      <IconButton
        label={s.remove(name)}
        icon={<Trash2 size={18} aria-hidden="true" />}
        variant="danger-quiet"
        onClick={onDelete}
      />
    </div>
  )
}

/** In place of the actions while the row is edited. */
export function EditActions({ formId, onCancel }: { formId: string; onCancel: () => void }) {
  return (
    <div className="flex justify-end gap-1">
      <IconButton label={s.cancel} icon={<X size={20} aria-hidden="true" />} onClick={onCancel} />
      <IconButton
        label={s.save}
        icon={<Check size={20} aria-hidden="true" />}
        variant="primary"
        type="submit"
        form={formId}
      />
    </div>
  )
}

export function RestoreAction({ name, onRestore }: { name: string; onRestore: () => void }) {
  return (
    <div className="flex justify-end">
      <Button icon={<RotateCcw size={18} aria-hidden="true" />} aria-label={s.restore(name)} onClick={onRestore}>
        {s.restoreWord}
      </Button>
    </div>
  )
}
