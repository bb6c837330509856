import { Field } from '@base-ui/react/field'
import { clsx } from 'clsx'
import { ImageUp } from 'lucide-react'
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
}

/** A file input that looks like a button. */
export function FileButton({ label, action, accept, onFile, disabled }: FileButtonProps) {
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
        type="file"
        accept={accept.join(',')}
        disabled={disabled}
        // Its own name instead of the field's label alone, so that it contains the visible words.
        aria-labelledby={undefined}
        aria-label={`${label}: ${action}`}
        // The browser tells of a file only when it is another one than before: the same one can be chosen again too.
        onClick={({ currentTarget }) => {
          currentTarget.value = ''
        }}
        onChange={({ target }) => {
          const file = target.files?.[0]
          if (file) onFile(file)
        }}
        className="sr-only"
      />
    </label>
  )
}
