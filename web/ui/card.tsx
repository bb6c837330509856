import { clsx } from 'clsx'
import { useId, type ComponentProps, type ReactNode } from 'react'

/** A plain bordered surface; staff cards have no shadow. */
export function Card({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={clsx('rounded-card border border-line bg-surface', className)} />
}

type SectionCardProps = {
  title: ReactNode
  /** Beside the title: a count or a button. */
  aside?: ReactNode
  children: ReactNode
  className?: string
  /** Classes of the body; `p-0` lets a table reach the edges. */
  bodyClassName?: string
}

/** A titled section, which is a landmark for assistive technology. */
export function SectionCard({ title, aside, children, className, bodyClassName = 'px-5 pb-5' }: SectionCardProps) {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className={clsx('rounded-card border border-line bg-surface', className)}>
      <div className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 px-5 py-3">
        <h2 id={titleId} className="min-w-0 flex-1 text-lg font-bold">
          {title}
        </h2>
        {aside}
      </div>
      <div className={bodyClassName}>{children}</div>
    </section>
  )
}
