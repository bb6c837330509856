import { Field } from '@base-ui/react/field'
import { clsx } from 'clsx'
import { ImageUp } from 'lucide-react'
import type { Ref } from 'react'
import { buttonClass } from './button-class.ts'
import { useRequiredProps } from './field-context.ts'

type FileButtonProps = {
  /** The field's label: the accessible name is "label: action". */
  label: string
  action: string
  /** MIME types. */
  accept: readonly string[]
  onFile: (file: File) => void
  disabled?: boolean
  ref?: Ref<HTMLInputElement>
}

/** A file input that looks like a button. */
export function FileButton({ label, action, accept, onFile, disabled, ref }: FileButtonProps) {
  return (
    <label
      className={clsx(
        buttonClass(),
        'whitespace-nowrap',
        disabled ? 'cursor-not-allowed text-ink-3' : 'cursor-pointer',
        'has-focus-visible:outline-[2.5px] has-focus-visible:outline-offset-2 has-focus-visible:outline-primary',
      )}
    >
      <ImageUp size={18} aria-hidden="true" />
      {action}
      <Field.Control
        {...useRequiredProps()}
        ref={ref}
        type="file"
        accept={accept.join(',')}
        disabled={disabled}
        // Its own name instead of the field's label alone, so that it contains the visible words.
        aria-labelledby={undefined}
        aria-label={`${label}: ${action}`}
        onChange={({ target }) => {
          const file = target.files?.[0]
          if (file) onFile(file)
        }}
        className="sr-only"
      />
    </label>
  )
}
