import { Copy } from 'lucide-react'
import { useRef } from 'react'
import { copyText } from '#web/lib/copy-and-download.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { TextInput } from '#web/ui/fields/text-input.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'

type ShownOnceProps = DialogControl & {
  /** What the secret is for: the name of a key, or the host of a webhook. */
  name: string
  secret: string
  texts: {
    title: string
    once: string
    label: (name: string) => string
    keepSecret: string
    copy: string
    copied: string
    notCopied: string
    done: string
  }
}

/**
 * The only place that shows an API key or the secret of a webhook. It closes only with its button, so that a secret is
 * not lost by a stray click.
 */
export function ShownOnceDialog({ open, onClose, name, secret, texts }: ShownOnceProps) {
  const input = useRef<HTMLInputElement>(null)
  const copy = async () => {
    if (await copyText(secret, input.current)) toast.success({ title: texts.copied })
    else toast.error({ title: texts.notCopied })
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      dismissible={false}
      title={texts.title}
      description={texts.once}
      initialFocus={input}
      footer={
        <>
          <Button onClick={onClose}>{texts.done}</Button>
          <Button variant="primary" icon={<Copy size={18} aria-hidden="true" />} onClick={() => void copy()}>
            {texts.copy}
          </Button>
        </>
      }
    >
      <div className="space-y-3">
        <Field label={texts.label(name)}>
          <TextInput ref={input} readOnly value={secret} onFocus={(event) => event.currentTarget.select()} />
        </Field>
        <p className="text-sm text-ink-2">{texts.keepSecret}</p>
      </div>
    </Dialog>
  )
}
