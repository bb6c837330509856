import { ChevronLeft, ChevronRight } from 'lucide-react'
import { profileSentences as s } from '#shared/profile/sentences.ts'
import { Button } from '#web/ui/button.tsx'

type PrevNextProps = {
  /** What is paged: the name of the navigation. */
  label: string
  page: number
  pageCount: number
  onChange: (page: number) => void
}

/** Prev, "Page 1 of 3", Next; nothing when one page holds everything. */
export function PrevNext({ label, page, pageCount, onChange }: PrevNextProps) {
  if (pageCount <= 1 && page === 1) return null
  return (
    <nav aria-label={s.pagesOf(label)} className="mt-4 flex items-center justify-between gap-3">
      <Button
        disabled={page <= 1}
        onClick={() => onChange(page - 1)}
        icon={<ChevronLeft size={18} aria-hidden="true" />}
      >
        {s.previous}
      </Button>
      <p className="tnum text-sm text-ink-2" aria-live="polite">
        {s.pageOf(page, pageCount)}
      </p>
      <Button disabled={page >= pageCount} onClick={() => onChange(page + 1)}>
        {s.next}
        <ChevronRight size={18} aria-hidden="true" />
      </Button>
    </nav>
  )
}
