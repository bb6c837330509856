import { clsx } from 'clsx'
import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { uiMessages } from '#shared/lib/messages.ts'
import { TextInput, type TextInputProps } from './text-input.tsx'

/** A password with a show button. Set `autoComplete` to "current-password" or "new-password". */
export function PasswordInput({ className, ...rest }: Omit<TextInputProps, 'type'>) {
  const [shown, setShown] = useState(false)
  return (
    <span className="relative block">
      <TextInput {...rest} type={shown ? 'text' : 'password'} className={clsx('pr-12', className)} />
      <button
        type="button"
        aria-label={shown ? uiMessages.hidePassword : uiMessages.showPassword}
        disabled={rest.disabled}
        onClick={() => setShown(!shown)}
        className="absolute inset-y-0 right-0 grid w-12 place-items-center rounded-ctl text-ink-3 hover:text-ink"
      >
        {shown ? <EyeOff size={20} aria-hidden="true" /> : <Eye size={20} aria-hidden="true" />}
      </button>
    </span>
  )
}
