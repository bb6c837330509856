import { Toast } from '@base-ui/react/toast'
import type { BaseUIEvent } from '@base-ui/react/types'
import { clsx } from 'clsx'
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { useEffect, type MouseEvent, type ReactNode, type RefObject, useCallback, useRef, useLayoutEffect } from 'react'
import { uiMessages } from '#shared/lib/messages.ts'
import { Button } from '#web/ui/button.tsx'
import { registerToastLayer, type Banner, type ToastAction, type ToastTone } from './toast.ts'

const looks = {
  success: { Icon: CircleCheck, className: 'bg-success-soft text-success' },
  error: { Icon: CircleAlert, className: 'bg-danger-soft text-danger' },
  info: { Icon: Info, className: 'bg-info-soft text-info' },
} as const satisfies Record<ToastTone, unknown>

const manager = Toast.createToastManager<ToastData>()
const bannerManager = Toast.createToastManager<ToastData>()

const showBanner = ({ key, title, lines, actions, onClose }: Banner) =>
  bannerManager.add({ id: key, type: 'info', title, data: { lines, actions }, timeout: 0, onClose })

/** Renders toasts; mounted by UiProvider. F6 moves the focus to the toasts. */
export function ToastLayer() {
  const { markRest, isResting } = useRestingPointer()
  const box = useRef<HTMLDivElement>(null)
  useEffect(
    () =>
      registerToastLayer({
        show: ({ tone, title, lines, milliseconds, actions, key, onClose }) => {
          markRest()
          manager.add({
            type: tone,
            title,
            data: { lines, actions },
            timeout: milliseconds,
            ...(key && { id: key }),
            ...(onClose && { onClose }),
          })
        },
        hide: (key) => manager.close(key),
        showBanner,
        hideBanner: (key) => bannerManager.close(key),
      }),
    [markRest],
  )
  // A toast stays open while the pointer is over it. A pointer that has not moved since the toast appeared under it is
  // ignored, because otherwise the toast would stay open and cover the button that the user has just pressed.
  const onlyWhenMoved = (event: BaseUIEvent<MouseEvent>) => {
    if (isResting(event)) event.preventBaseUIHandler()
  }
  return (
    <>
      <Toast.Provider toastManager={manager} limit={5}>
        <Toast.Portal>
          {/* Toasts appear in the corner below the bar, left of an open sheet's header. `useUncoveredPosition`
              moves them down if they would cover a main button. */}
          <Toast.Viewport
            ref={box}
            aria-label={uiMessages.notifications}
            onMouseEnter={onlyWhenMoved}
            onMouseMove={onlyWhenMoved}
            className="fixed top-[max(0.25rem,env(safe-area-inset-top))] right-1 z-60 flex w-[min(24rem,calc(100vw-0.5rem))] flex-col gap-1 outline-none md:[:root:has([data-side=right])_&]:right-[28.25rem] md:[:root:has([data-side=right])_&]:max-w-[calc(100vw-28.5rem)]"
          >
            <ToastList swipe={['right', 'up']} box={box} />
          </Toast.Viewport>
        </Toast.Portal>
      </Toast.Provider>
      <Toast.Provider toastManager={bannerManager} limit={3}>
        <Toast.Portal>
          {/* Banners stay below dialogs and cover no bar or page header. */}
          <Toast.Viewport
            aria-label={uiMessages.notices}
            data-notices
            className="fixed bottom-[max(0.75rem,env(safe-area-inset-bottom))] left-1 z-30 flex w-[min(24rem,calc(100vw-0.5rem))] flex-col gap-1 outline-none lg:left-3 max-lg:[:root:has([data-bottom-bar])_&]:bottom-24 print:hidden"
          >
            <ToastList swipe={['left']} />
          </Toast.Viewport>
        </Toast.Portal>
      </Toast.Provider>
    </>
  )
}

const nowhere = { current: null }

type ToastData = Pick<Banner, 'lines' | 'actions'>

type ToastListProps = {
  swipe: ('up' | 'down' | 'left' | 'right')[]
  /** The viewport that is moved away from main buttons. */
  box?: RefObject<HTMLDivElement | null>
}

function ToastList({ swipe, box = nowhere }: ToastListProps) {
  const { toasts } = Toast.useToastManager<ToastData>()
  useUncoveredPosition(box, toasts)
  return toasts.map((one) => {
    const { Icon, className } = looks[(one.type as ToastTone | undefined) ?? 'info']
    return (
      <Toast.Root
        key={one.id}
        toast={one}
        // Screen readers announce the region politely; an error interrupts them.
        role={one.type === 'error' ? 'alert' : 'group'}
        aria-modal={undefined}
        swipeDirection={swipe}
        className="rounded-card border border-line bg-surface text-ink shadow-3 transition-[opacity,translate] duration-200 data-ending-style:translate-x-6 data-ending-style:opacity-0 data-limited:hidden data-starting-style:-translate-y-3 data-starting-style:opacity-0"
      >
        <Toast.Content className="p-2 pl-3.5">
          <div className="flex items-start gap-3">
            <span className={clsx('mt-1.5 grid size-8 shrink-0 place-items-center rounded-full', className)}>
              <Icon size={18} aria-hidden="true" />
            </span>
            <Words lines={one.data?.lines ?? []} title={one.title} />
            <Toast.Close
              // The library hides the close button until the toast is hovered, but Tab must reach it at any time.
              aria-hidden={undefined}
              aria-label={uiMessages.dismiss}
              className="grid size-11 shrink-0 place-items-center rounded-ctl text-ink-3 hover:bg-surface-2 hover:text-ink"
            >
              <X size={18} aria-hidden="true" />
            </Toast.Close>
          </div>
          <Actions actions={one.data?.actions ?? []} />
        </Toast.Content>
      </Toast.Root>
    )
  })
}

/** The buttons of a toast or banner; each closes it. */
function Actions({ actions }: { actions: readonly ToastAction[] }) {
  if (actions.length === 0) return null
  return (
    <div className="flex justify-end gap-2 pr-1.5 pb-1.5">
      {actions.map(({ label, onPress, primary = false }) => (
        <Toast.Close
          key={label}
          aria-hidden={undefined}
          render={<Button variant={primary ? 'primary' : 'secondary'} />}
          onClick={onPress}
        >
          {label}
        </Toast.Close>
      ))}
    </div>
  )
}

function Words({ title, lines }: { title: ReactNode; lines: readonly string[] }) {
  return (
    <div className="min-w-0 flex-1 py-2.5 wrap-anywhere">
      <Toast.Title render={<p />} className="text-ctl leading-snug font-bold">
        {title}
      </Toast.Title>
      <Toast.Description render={<div />} className="text-sm text-ink-2">
        {lines.map((line) => (
          <p key={line} className="mt-0.5">
            {line}
          </p>
        ))}
      </Toast.Description>
    </div>
  )
}

type Point = { clientX: number; clientY: number }

/** A pointer that has moved at most this many pixels counts as resting. */
const STILL_PX = 4

/**
 * Distinguishes hovering from a pointer that was already there. Call `markRest` when the element appears; `isResting`
 * is true until the pointer moves.
 */
function useRestingPointer() {
  const last = useRef<Point | null>(null)
  const rest = useRef<Point | null>(null)
  useEffect(() => {
    const note = ({ clientX, clientY }: PointerEvent) => {
      last.current = { clientX, clientY }
    }
    window.addEventListener('pointermove', note, { capture: true, passive: true })
    return () => window.removeEventListener('pointermove', note, { capture: true })
  }, [])
  const markRest = useCallback(() => {
    rest.current = last.current
  }, [])
  const isResting = useCallback(({ clientX, clientY }: Point) => {
    const from = rest.current
    // Until the pointer has moved for the first time, its position is unknown and it counts as resting.
    if (from === null) return last.current === null
    return Math.hypot(clientX - from.clientX, clientY - from.clientY) < STILL_PX
  }, [])
  return { markRest, isResting }
}

/** Elements that toasts must not cover: main buttons, controls of the bar, and marked elements. */
const NEVER_COVERED = '.bg-primary:is(a, button), header :is(a, button, input), [data-keep-clear]'
/** Elements that toasts must also not cover in a dialog that fills a phone's screen. */
const FIELDS_OF_DIALOG = ':is([role=dialog], dialog) :is(input, textarea, select, [role=combobox], [role=radio])'
/** The distance in pixels between two positions that are tried for the toasts. */
const STEP_PX = 8
const GAP_PX = 4
/** Milliseconds until new content has its final position. */
const SETTLED_MS = 250

/**
 * Places a fixed box below the bar, or at the first lower position where it covers no element that toasts must not
 * cover. Repeated when `toasts` change or a dialog opens or closes.
 */
function useUncoveredPosition(box: RefObject<HTMLElement | null>, toasts: readonly unknown[]): void {
  useLayoutEffect(() => {
    if (toasts.length === 0) return
    const position = () => {
      if (box.current) moveToUncoveredPosition(box.current)
    }
    position()
    const timer = setTimeout(position, SETTLED_MS)
    // Each dialog is rendered into its own child of the body, so a change of these children may be a dialog.
    const dialogs = new MutationObserver(position)
    dialogs.observe(document.body, { childList: true })
    return () => {
      clearTimeout(timer)
      dialogs.disconnect()
    }
  }, [box, toasts])
}

function moveToUncoveredPosition(box: HTMLElement): void {
  box.style.top = ''
  const { left, right, height } = box.getBoundingClientRect()
  const isPhone = window.matchMedia('(width < 48rem)').matches
  const protectedRects = [
    ...document.querySelectorAll(isPhone ? `${NEVER_COVERED}, ${FIELDS_OF_DIALOG}` : NEVER_COVERED),
  ]
    .map((one) => visibleRect(one, box))
    .filter((rect) => rect !== null)
  const isClear = (top: number) =>
    protectedRects.every(
      (rect) => rect.right <= left || rect.left >= right || rect.bottom <= top || rect.top >= top + height,
    )
  const bar = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0
  const foot = document.querySelector('[data-bottom-bar]')?.getBoundingClientRect().top ?? window.innerHeight
  const first = Math.max(bar, 0) + GAP_PX
  const last = foot - height - GAP_PX
  const candidates = Array.from(
    { length: Math.max(0, Math.floor((last - first) / STEP_PX)) },
    (_, i) => first + i * STEP_PX,
  )
  const top = [...candidates, last, GAP_PX].find(isClear)
  box.style.top = `${top ?? first}px`
}

/** The element's visible rectangle; null if the element is out of view or below a dialog. */
function visibleRect(element: Element, box: HTMLElement): DOMRect | null {
  const rect = element.getBoundingClientRect()
  if (rect.width === 0) return null
  const above = document.elementsFromPoint(rect.left + rect.width / 2, rect.top + rect.height / 2)
  const first = above.find((one) => !box.contains(one))
  return first && element.contains(first) ? rect : null
}
