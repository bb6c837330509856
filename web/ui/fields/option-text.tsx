import type { Option } from './option.ts'

/** The text of an option in a list. */
export function OptionText({ option }: { option: Option<string | number> }) {
  return (
    <span className="min-w-0 flex-1 wrap-anywhere">
      {option.label}
      {option.detail && <span className="tnum block text-compact text-ink-2">{option.detail}</span>}
    </span>
  )
}
