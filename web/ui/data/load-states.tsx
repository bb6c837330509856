import { clsx } from 'clsx'
import { CircleAlert, RefreshCw, type LucideIcon } from 'lucide-react'
import { isValidElement, useLayoutEffect, useRef, type ReactElement, type RefObject, type ReactNode } from 'react'
import { uiMessages } from '#shared/lib/messages.ts'
import { Button } from '#web/ui/button.tsx'

/** A grey placeholder with the shape of the content: `<Skeleton className="h-4 w-24" />`. */
export function Skeleton({ className }: { className?: string }) {
  return <div className={clsx('skeleton', className)} />
}

type SkeletonGroupProps = {
  /** The announcement for assistive technology; "Loading..." by default. */
  label?: string
  className?: string
  children: ReactNode
}

/** A loading area. Its placeholders appear after 150 ms, so that a fast response shows none. */
export function SkeletonGroup({ label = uiMessages.loading, className, children }: SkeletonGroupProps) {
  return (
    <div role="status" aria-busy="true" aria-label={label} className={clsx('animate-appear-late', className)}>
      {children}
    </div>
  )
}

/** Placeholder cards of a typical size, which the caller's `className` arranges in a grid. */
export function SkeletonCards({ count, className }: { count: number; className?: string }) {
  return (
    <SkeletonGroup className={className}>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className="space-y-3 rounded-card border border-line bg-surface p-5">
          <Skeleton className="h-4 w-24" />
          <Skeleton className="h-8 w-36" />
          <Skeleton className="h-3 w-28" />
        </div>
      ))}
    </SkeletonGroup>
  )
}

/** Placeholder rows with a tile and three lines. */
export function RowSkeletons({ count = 3 }: { count?: number }) {
  return (
    <SkeletonGroup>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className="flex items-center gap-4 border-t border-line py-4 first:border-t-0 first:pt-0">
          <Skeleton className="size-14 rounded-card!" />
          <div className="flex-1 space-y-2">
            <Skeleton className="h-4 w-1/2" />
            <Skeleton className="h-3 w-1/3" />
            <Skeleton className="h-3 w-2/3" />
          </div>
        </div>
      ))}
    </SkeletonGroup>
  )
}

type EmptyStateProps = {
  icon: LucideIcon
  /** The sentence that says that the list is empty, in the words of the specification. */
  title: string
  /** What people can do about the empty list. */
  body?: ReactNode
  /** A button for the only action that the empty list offers. */
  action?: ReactNode
  className?: string
}

/** An empty list, and what to do about it. */
export function EmptyState({ icon: Icon, title, body, action, className }: EmptyStateProps) {
  return (
    <div className={clsx('flex flex-col items-center px-6 py-12 text-center', className)}>
      <Icon size={24} strokeWidth={1.6} className="text-gold" aria-hidden="true" />
      <p className="mt-3 font-bold">{title}</p>
      {body && <p className="mt-1 max-w-md text-sm text-ink-2">{body}</p>}
      {action && <div className="mt-5">{action}</div>}
    </div>
  )
}

type ErrorPanelProps = {
  message: string
  onRetry?: () => void
  busy?: boolean
  /** The time of the data that stays on screen: "9:31 AM". */
  lastUpdated?: string
  className?: string
}

/**
 * An error in the place of the data, with a retry. Outdated data stays visible beside it. When the error disappears,
 * the loaded content gets the focus.
 */
export function ErrorPanel({ message, onRetry, busy, lastUpdated, className }: ErrorPanelProps) {
  const panel = usePassFocusOn<HTMLDivElement>()
  return (
    <div
      ref={panel}
      role="alert"
      className={clsx('flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card bg-danger-soft px-4 py-3', className)}
    >
      <CircleAlert size={20} className="shrink-0 text-danger" aria-hidden="true" />
      <p className="min-w-40 flex-1 text-sm">
        <span className="font-semibold text-danger">{message}</span>
        {lastUpdated && <span className="tnum block text-ink-2">{uiMessages.lastUpdated(lastUpdated)}</span>}
      </p>
      {onRetry && (
        <Button onClick={onRetry} busy={busy} icon={<RefreshCw size={18} aria-hidden="true" />}>
          {uiMessages.tryAgain}
        </Button>
      )}
    </div>
  )
}

type LoadedProps<Data> = {
  /** What `useRead` returned: the data, if there is any, and the failure of the last load. */
  read: { data: Data | undefined; failure: ErrorPanelProps | undefined }
  /** The placeholders, in the shape of the content: the classes of each one, or elements. */
  skeleton: string | readonly string[] | ReactElement
  /** The announcement while loading; "Loading..." by default. */
  label?: string
  /** The classes of the error panel. */
  errorClassName?: string
  /** Renders the loaded content; left out if the caller renders the content itself. */
  children?: (data: Data) => ReactNode
}

/**
 * Shows what `useRead` returned: placeholders while it loads, an error with "Try again", or the content. If a later
 * load fails, its error appears above the content, which stays visible.
 */
export function Loaded<Data>({ read, skeleton, label, errorClassName, children }: LoadedProps<Data>) {
  const { data, failure } = read
  const hasData = data !== undefined
  return (
    <>
      {failure && <ErrorPanel {...failure} className={clsx(hasData && 'mb-4', errorClassName)} />}
      {hasData && children?.(data)}
      {!hasData && !failure && <Placeholders label={label} skeleton={skeleton} />}
    </>
  )
}

function Placeholders({ label, skeleton }: Pick<LoadedProps<unknown>, 'label' | 'skeleton'>) {
  if (isValidElement(skeleton)) return skeleton
  return (
    <SkeletonGroup label={label} className="space-y-4">
      {[skeleton].flat().map((classes, index) => (
        <Skeleton key={index} className={classes} />
      ))}
    </SkeletonGroup>
  )
}

/** Focuses an element that is no control, once and without a ring. */
function focusOnce(element: HTMLElement): void {
  const wasFocusable = element.hasAttribute('tabindex')
  if (!wasFocusable) element.tabIndex = -1
  element.style.outline = 'none'
  element.addEventListener(
    'blur',
    () => {
      if (!wasFocusable) element.removeAttribute('tabindex')
      element.style.outline = ''
    },
    { once: true },
  )
  element.focus({ preventScroll: true })
}

/**
 * When a part disappears because its own button ("Try again") was pressed, moves the focus to its replacement or
 * container, because browsers would reset it to the page.
 */
function usePassFocusOn<Part extends HTMLElement>(): RefObject<Part | null> {
  const part = useRef<Part>(null)
  useLayoutEffect(() => {
    const self = part.current
    if (!self) return
    return () => {
      const around = self.parentElement
      if (!around || !self.contains(document.activeElement)) return
      const index = [...around.children].indexOf(self)
      // The replacement is rendered in the same commit, after this clean-up, so wait for it.
      queueMicrotask(() => {
        const replacement = around.children[index]
        const target = replacement instanceof HTMLElement ? replacement : around
        // After navigation the new page sets the focus itself.
        if (target.isConnected && !around.contains(document.activeElement)) focusOnce(target)
      })
    }
  }, [])
  return part
}
