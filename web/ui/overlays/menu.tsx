import { Menu as BaseMenu } from '@base-ui/react/menu'
import { clsx } from 'clsx'
import type { ReactElement, ReactNode } from 'react'
import { ExposedFocusGuards } from './popup-accessibility.tsx'
import { popupBox, popupItem, popupLandmark } from './overlay-class.ts'

export type MenuItem = {
  label: string
  icon?: ReactNode
  onSelect?: () => void
  /** A link instead of an action: `<Link to="…" />`. */
  link?: ReactElement<Record<string, unknown>>
  /** True for a destructive action or the end of the session. */
  danger?: boolean
  disabled?: boolean
  /** True for an item with a separator above it. */
  separated?: boolean
}

type MenuProps = {
  /** The button that opens the menu: a `Button` or an `IconButton`. */
  trigger: ReactElement<Record<string, unknown>>
  items: readonly MenuItem[]
  /** Content above the menu's items, which cannot be selected. */
  heading?: ReactNode
  align?: 'start' | 'end'
  /** True: the menu is already open when it is first rendered. */
  isOpenFirst?: boolean
}

/** A menu of actions. Arrows move, typing jumps, Escape closes. */
export function Menu({ trigger, items, heading, align = 'end', isOpenFirst = false }: MenuProps) {
  return (
    <BaseMenu.Root defaultOpen={isOpenFirst} modal={false}>
      <BaseMenu.Trigger render={trigger} />
      <BaseMenu.Portal>
        {/* The menu is fixed, like the bars that contain menus, so that it stays below its button while the page
            scrolls. */}
        <BaseMenu.Positioner {...popupLandmark} positionMethod="fixed" sideOffset={6} align={align} className="z-50">
          {/* The popup is focusable, so that a scrolling menu can be reached by Tab even without a highlighted item.
           */}
          <BaseMenu.Popup tabIndex={0} className={clsx(popupBox, 'min-w-56')}>
            {heading}
            {items.map((item) => (
              <Entry key={item.label} item={item} />
            ))}
            <ExposedFocusGuards />
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  )
}

function Entry({ item }: { item: MenuItem }) {
  const className = clsx(
    popupItem,
    'font-medium',
    item.danger && 'text-danger data-highlighted:bg-danger-soft data-highlighted:text-danger',
  )
  const content = (
    <>
      {item.icon && <span className="shrink-0">{item.icon}</span>}
      {item.label}
    </>
  )
  return (
    <>
      {item.separated && <BaseMenu.Separator className="mx-2 my-1.5 h-px bg-line" />}
      {item.link ? (
        <BaseMenu.LinkItem render={item.link} closeOnClick className={className}>
          {content}
        </BaseMenu.LinkItem>
      ) : (
        <BaseMenu.Item disabled={item.disabled} onClick={item.onSelect} className={className}>
          {content}
        </BaseMenu.Item>
      )}
    </>
  )
}
