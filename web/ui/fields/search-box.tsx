import { clsx } from 'clsx'
import { Search, X } from 'lucide-react'
import { useRef, type KeyboardEventHandler } from 'react'
import { uiMessages } from '#shared/lib/messages.ts'
import { TextInput } from './text-input.tsx'

type SearchBoxProps = {
  /** The accessible name, and the placeholder by default. */
  label: string
  value: string
  onChange: (text: string) => void
  placeholder?: string
  /** Handles keys other than Escape. */
  onKeyDown?: KeyboardEventHandler<HTMLInputElement>
  className?: string
}

/** A search in what is on screen. Escape and the cross clear it. For a server search see `useDebounced`. */
export function SearchBox({ label, value, onChange, placeholder = label, onKeyDown, className }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null)
  const clear = () => {
    onChange('')
    input.current?.focus()
  }
  return (
    <div role="search" className={clsx('relative min-w-0', className)}>
      <Search
        size={18}
        className="pointer-events-none absolute top-1/2 left-3.5 -translate-y-1/2 text-ink-3"
        aria-hidden="true"
      />
      <TextInput
        ref={input}
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => (event.key === 'Escape' && value !== '' ? clear() : onKeyDown?.(event))}
        className={clsx(
          'appearance-none pl-11 [&::-webkit-search-cancel-button]:hidden',
          value === '' ? 'pr-3' : 'pr-12',
        )}
      />
      {value !== '' && (
        <button
          type="button"
          aria-label={uiMessages.clearSearch}
          onClick={clear}
          className="absolute inset-y-0 right-0 grid w-12 place-items-center rounded-ctl text-ink-3 hover:text-ink"
        >
          <X size={18} aria-hidden="true" />
        </button>
      )}
    </div>
  )
}
