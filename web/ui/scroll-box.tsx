import { clsx } from 'clsx'
import { useRef, type ComponentProps } from 'react'
import { useOverflows } from '#web/lib/use-overflows.ts'

/** A scrolling area that takes the keyboard's focus exactly while it has something to scroll. */
export function ScrollBox({ className, ...rest }: ComponentProps<'div'>) {
  const box = useRef<HTMLDivElement>(null)
  const overflows = useOverflows(box)
  return (
    <div
      {...rest}
      ref={box}
      tabIndex={overflows ? 0 : undefined}
      className={clsx('overflow-auto overscroll-contain focus-visible:-outline-offset-3', className)}
    />
  )
}
