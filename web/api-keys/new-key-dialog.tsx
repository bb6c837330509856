import { Copy } from 'lucide-react'
import { useRef } from 'react'
import { apiKeyMessages as s } from '#shared/api-keys/messages.ts'
import { copyText } from '#web/lib/copy-and-download.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { TextInput } from '#web/ui/fields/text-input.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'

type NewKeyProps = DialogControl & { name: string; token: string }

/** The only place that shows a key. It closes only with its button, so that a key is not lost by a stray click. */
export function NewKeyDialog({ open, onClose, name, token }: NewKeyProps) {
  const input = useRef<HTMLInputElement>(null)
  const copy = async () => {
    if (await copyText(token, input.current)) toast.success({ title: s.copied })
    else toast.error({ title: s.notCopied })
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      dismissible={false}
      title={s.createdTitle}
      description={s.once}
      initialFocus={input}
      footer={
        <>
          <Button onClick={onClose}>{s.done}</Button>
          <Button variant="primary" icon={<Copy size={18} aria-hidden="true" />} onClick={() => void copy()}>
            {s.copy}
          </Button>
        </>
      }
    >
      <div className="space-y-3">
        <Field label={s.key(name)}>
          <TextInput ref={input} readOnly value={token} onFocus={(event) => event.currentTarget.select()} />
        </Field>
        <p className="text-sm text-ink-2">{s.keepSecret}</p>
      </div>
    </Dialog>
  )
}
