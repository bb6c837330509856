import { CircleAlert } from 'lucide-react'
import { useId } from 'react'
import { privacySentences as s } from '#shared/privacy/sentences.ts'
import { paths } from '#web/lib/paths.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'

type PrivacyCheckboxProps = {
  checked: boolean
  onChange: (checked: boolean) => void
  error: string | undefined
}

/** "I have read the privacy notice", never ticked beforehand; the notice opens beside the form, which keeps what was typed. */
export function PrivacyCheckbox({ checked, onChange, error }: PrivacyCheckboxProps) {
  const errorId = useId()
  return (
    <div>
      <Checkbox
        name="privacy"
        checked={checked}
        onChange={onChange}
        required
        invalid={error !== undefined}
        describedBy={error === undefined ? undefined : errorId}
        label={
          <>
            {s.readBefore}
            <a
              href={paths.privacy}
              target="_blank"
              rel="noopener"
              className="font-semibold text-primary underline underline-offset-4"
            >
              {s.readLink}
              <span className="sr-only"> {s.opensNewTab}</span>
            </a>
          </>
        }
      />
      {error !== undefined && (
        <p id={errorId} className="flex gap-1.5 text-sm font-medium text-danger">
          <CircleAlert size={16} className="mt-0.5 shrink-0" aria-hidden="true" />
          {error}
        </p>
      )}
    </div>
  )
}
