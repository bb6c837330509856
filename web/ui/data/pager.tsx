import { clsx } from 'clsx'
import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight, type LucideIcon } from 'lucide-react'
import { pageWindow } from '#shared/lib/paging.ts'
import { uiMessages } from '#shared/lib/messages.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Select } from '#web/ui/fields/select.tsx'

type PagerProps = {
  /** The number of the displayed page, from 1. */
  page: number
  pageCount: number
  onChange: (page: number) => void
  /** `numbers`: up to five pages with first, previous, next, last. `steps`: only Previous and Next. */
  variant?: 'numbers' | 'steps'
  /** True: the pager is shown even for a single page. */
  keep?: boolean
  /** The accessible name, if a page has two pagers. */
  label?: string
  className?: string
}

/** Moves between pages, with "Page X of Y". Hidden for a single page, unless `keep` is set. */
export function Pager({
  page,
  pageCount,
  onChange,
  variant = 'numbers',
  keep = false,
  label = uiMessages.pages,
  className,
}: PagerProps) {
  if (pageCount <= 1 && !keep) return null
  // A page beyond the end is shown as the last one, until the list has been redirected to its last page.
  const shown = Math.min(page, pageCount)
  const Steps = variant === 'numbers' ? NumberedSteps : PlainSteps
  return (
    <nav aria-label={label} className={clsx('flex flex-wrap items-center gap-y-2', className)}>
      <Steps page={shown} pageCount={pageCount} onChange={onChange} />
    </nav>
  )
}

type StepsProps = Pick<PagerProps, 'page' | 'pageCount' | 'onChange'>

/** The text "Page X of Y": on the left, or on phones centred or above the buttons. */
function Position({ page, pageCount, className }: Pick<PagerProps, 'page' | 'pageCount' | 'className'>) {
  return (
    <p className={clsx('tnum mx-auto text-sm text-ink-2 sm:order-first sm:ml-0', className)} aria-live="polite">
      {uiMessages.pageOf(page, pageCount)}
    </p>
  )
}

function PlainSteps({ page, pageCount, onChange }: StepsProps) {
  return (
    <>
      <Button
        disabled={page <= 1}
        onClick={() => onChange(page - 1)}
        icon={<ChevronLeft size={18} aria-hidden="true" />}
        className="max-sm:flex-1"
      >
        {uiMessages.previous}
      </Button>
      <Position page={page} pageCount={pageCount} className="max-sm:order-first max-sm:w-full max-sm:text-center" />
      <Button disabled={page >= pageCount} onClick={() => onChange(page + 1)} className="ml-2 max-sm:flex-1">
        {uiMessages.next}
        <ChevronRight size={18} aria-hidden="true" />
      </Button>
    </>
  )
}

function NumberedSteps({ page, pageCount, onChange }: StepsProps) {
  const step = (label: string, to: number, disabled: boolean, Icon: LucideIcon) => (
    <IconButton
      label={label}
      icon={<Icon size={20} aria-hidden="true" />}
      disabled={disabled}
      onClick={() => onChange(to)}
    />
  )
  return (
    <>
      {step(uiMessages.firstPage, 1, page <= 1, ChevronsLeft)}
      {step(uiMessages.previousPage, page - 1, page <= 1, ChevronLeft)}
      <Position page={page} pageCount={pageCount} />
      <div className="flex max-sm:hidden">
        {pageWindow(page, pageCount).map((number) => (
          <PageNumber key={number} number={number} current={number === page} onClick={() => onChange(number)} />
        ))}
      </div>
      {step(uiMessages.nextPage, page + 1, page >= pageCount, ChevronRight)}
      {step(uiMessages.lastPage, pageCount, page >= pageCount, ChevronsRight)}
    </>
  )
}

function PageNumber({ number, current, onClick }: { number: number; current: boolean; onClick: () => void }) {
  return (
    <button
      type="button"
      aria-label={uiMessages.page(number)}
      aria-current={current ? 'page' : undefined}
      onClick={onClick}
      className={clsx(
        'tnum grid h-11 min-w-11 place-items-center rounded-ctl px-1 text-sm font-semibold transition-colors',
        current ? 'bg-primary-soft text-primary-ink' : 'text-ink-2 hover:bg-surface-2 hover:text-ink',
      )}
    >
      {number}
    </button>
  )
}

type PageSizeSelectProps = {
  value: number
  /** The page sizes to choose from, for example 5, 10, 15, 20 in the inventory. */
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
