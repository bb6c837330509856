import { Copy } from 'lucide-react'
import { useRef } from 'react'
import type { authContract } from '#shared/auth/contract.ts'
import type { Output } from '#shared/lib/endpoint.ts'
import { formatInstant } from '#shared/lib/manila-time.ts'
import { userMessages as s } from '#shared/users/messages.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { TextInput } from '#web/ui/fields/text-input.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import type { DialogControl } from '#web/ui/overlays/use-dialog.tsx'

export type OneTimeLink = Output<typeof authContract.createResetLink>['data'] & { name: string }

/** The one place where a one-time link is seen. */
export function OneTimeLinkDialog({ open, link, onClose }: DialogControl & { link: OneTimeLink }) {
  const input = useRef<HTMLInputElement>(null)
  const copyButton = useRef<HTMLButtonElement>(null)
  const copy = async () => {
    if (await copyText(link.link, input.current)) toast.success({ title: s.linkCopied })
    else toast.error({ title: s.linkNotCopied })
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="sm"
      title={s.linkTitle}
      description={s.linkFor(link.name)}
      initialFocus={copyButton}
      footer={
        <>
          <Button onClick={onClose}>{s.done}</Button>
          <Button
            ref={copyButton}
            variant="primary"
            icon={<Copy size={18} aria-hidden="true" />}
            onClick={() => void copy()}
          >
            {s.copyLink}
          </Button>
        </>
      }
    >
      <Field label={s.link} hint={s.linkWorks(formatInstant(new Date(link.works_until)))}>
        <TextInput ref={input} readOnly value={link.link} onFocus={(event) => event.currentTarget.select()} />
      </Field>
    </Dialog>
  )
}

/**
 * Puts a text on the clipboard. Without https the browser has no clipboard for pages: then the text of `input` is copied
 * as if somebody had pressed the keys. False when neither worked.
 */
async function copyText(text: string, input: HTMLInputElement | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    input?.select()
    return input !== null && document.execCommand('copy')
  }
}
