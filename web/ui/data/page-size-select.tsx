import { clsx } from 'clsx'
import { uiMessages } from '#shared/lib/messages.ts'
import { Select } from '#web/ui/fields/select.tsx'

type PageSizeSelectProps = {
  value: number
  /** For example 5, 10, 15, 20 in the inventory. */
  options: readonly number[]
  onChange: (size: number) => void
  className?: string
}

/** Chooses the number of rows per page. The caller must reset to page 1. */
export function PageSizeSelect({ value, options, onChange, className }: PageSizeSelectProps) {
  return (
    <div className={clsx('flex items-center gap-2.5 text-sm text-ink-2', className)}>
      <span aria-hidden="true">{uiMessages.itemsPerPage}</span>
      <Select
        aria-label={uiMessages.itemsPerPage}
        options={options.map((size) => ({ value: size, label: String(size) }))}
        value={value}
        onChange={onChange}
        size="sm"
        className="tnum w-20!"
      />
    </div>
  )
}
