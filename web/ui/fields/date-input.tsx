import { clsx } from 'clsx'
import { useId, useState, type FormEvent } from 'react'
import type { CivilDate } from '#shared/lib/manila-time.ts'
import { Button } from '#web/ui/button.tsx'
import { TextInput, type TextInputProps } from './text-input.tsx'

type DateInputProps = Omit<TextInputProps, 'type' | 'min' | 'max'> & { min?: CivilDate; max?: CivilDate }

/** A civil date. The value is `YYYY-MM-DD` or empty, never a Date; the browser shows it in the person's format. */
export function DateInput({ className, ...rest }: DateInputProps) {
  return <TextInput {...rest} type="date" className={clsx('tnum', className)} />
}

type DateRangeProps = {
  /** The first date as `YYYY-MM-DD`; empty if there is none. */
  from: CivilDate
  to: CivilDate
  labels: { from: string; to: string; apply: string }
  /** The error of two typed dates; null if valid. */
  check: (from: string, to: string) => string | null
  onApply: (range: { from: CivilDate; to: CivilDate }) => void
}

/** Two typed dates with an Apply button. Use a `key` of the dates, so that other dates reset the inputs. */
export function DateRange({ from, to, labels, check, onApply }: DateRangeProps) {
  const [draft, setDraft] = useState({ from, to })
  const [problem, setProblem] = useState<string | null>(null)
  const errorId = useId()
  const apply = (event: FormEvent) => {
    event.preventDefault()
    const found = check(draft.from, draft.to)
    setProblem(found)
    if (found === null) onApply(draft)
  }
  const described = problem ? { 'aria-invalid': true, 'aria-describedby': errorId } : {}
  const input = (name: 'from' | 'to') => (
    <DateInput
      aria-label={labels[name]}
      value={draft[name]}
      onChange={(event) => {
        setProblem(null)
        setDraft({ ...draft, [name]: event.target.value })
      }}
      className="min-w-36 flex-1"
      {...described}
    />
  )
  return (
    <form noValidate onSubmit={apply} className="min-w-0 max-sm:w-full">
      <div className="flex flex-wrap gap-2">
        {input('from')}
        {input('to')}
        <Button type="submit" className="min-h-12! max-sm:w-full">
          {labels.apply}
        </Button>
      </div>
      {problem && (
        <p id={errorId} role="alert" className="mt-1 text-sm font-medium text-danger">
          {problem}
        </p>
      )}
    </form>
  )
}
