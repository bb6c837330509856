import { Trash2 } from 'lucide-react'
import { noteTemplatesContract as contract, type NoteTemplate } from '#shared/treatment-notes/contract.ts'
import { noteTemplateMessages as s } from '#shared/treatment-notes/screen-messages.ts'
import { useAction } from '#web/data/use-action.ts'
import { Button } from '#web/ui/button.tsx'

/** Deletes a note template that the clinic has made, or restores a built-in one that the clinic has changed. */
export function RemoveTemplate({ template, onClose }: { template: NoteTemplate; onClose: () => void }) {
  const { key, is_built_in, version } = template
  const remove = useAction(contract.remove, {
    ask: () => ({
      title: is_built_in ? s.restoreQuestion : s.removeQuestion,
      body: s.removeText,
      confirmLabel: is_built_in ? s.restore : s.remove,
      cancelLabel: s.cancel,
      danger: true,
    }),
    done: ({ message }) => message,
    failed: is_built_in ? s.notRestored : s.notRemoved,
    reread: [contract.list],
    onDone: onClose,
  })
  if (version === 0) return null
  return (
    <Button
      variant="danger-quiet"
      icon={<Trash2 size={18} aria-hidden="true" />}
      busy={remove.busy}
      onClick={() => void remove.run({ params: { key }, body: {} })}
    >
      {is_built_in ? s.restore : s.remove}
    </Button>
  )
}
