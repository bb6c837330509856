import { clsx } from 'clsx'
import { ArrowLeft, ArrowRight, X, type LucideIcon } from 'lucide-react'
import { useEffect, useRef, type MouseEvent } from 'react'
import type { Menu } from './content.ts'
import { MenuPicture } from './menu-picture.tsx'
import { words } from './words.ts'

type LightboxProps = {
  menus: readonly Menu[]
  shown: number
  onShow: (menu: number) => void
  onClose: () => void
}

/** What the arrow keys do. */
const turns: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 }

/** One menu as large as the screen allows. Arrow keys turn, Escape and a press beside the picture close. */
export function Lightbox({ menus, shown, onShow, onClose }: LightboxProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  const turn = (by: number) => onShow((shown + by + menus.length) % menus.length)
  const menu = menus[shown]!
  return (
    <dialog
      ref={dialog}
      aria-label={words.priceMenu}
      onClose={onClose}
      onKeyDown={({ key }) => turn(turns[key] ?? 0)}
      onClick={closeBesidePicture}
      className="m-0 size-full max-h-none max-w-none flex-col bg-[rgb(8_24_28/.95)] p-3 text-white backdrop:bg-transparent open:flex sm:p-5"
    >
      <div className="flex items-center justify-between gap-4">
        <p className="tnum pl-2 text-sm font-semibold" aria-live="polite">
          {menu.name}, {shown + 1} / {menus.length}
        </p>
        <RoundButton icon={X} name={words.close} onClick={() => dialog.current?.close()} />
      </div>
      <div className="flex min-h-0 flex-1 flex-wrap content-center items-center justify-center gap-3 sm:flex-nowrap sm:gap-6">
        <RoundButton
          icon={ArrowLeft}
          name={words.previous(words.aMenu)}
          onClick={() => turn(-1)}
          className="max-sm:order-2"
        />
        <Enlarged key={menu.art} menu={menu} />
        <RoundButton
          icon={ArrowRight}
          name={words.next(words.aMenu)}
          onClick={() => turn(1)}
          className="max-sm:order-3"
        />
      </div>
    </dialog>
  )
}

const Enlarged = ({ menu }: { menu: Menu }) => (
  <figure className="flex min-h-0 basis-full justify-center sm:h-full sm:basis-auto sm:items-center">
    <MenuPicture
      menu={menu}
      sizes="40rem"
      className="aspect-4/5 max-h-[min(50rem,calc(100dvh-11rem))] w-auto max-w-full rounded-card bg-surface-2 object-contain sm:max-h-[min(50rem,calc(100dvh-7rem))]"
    />
  </figure>
)

const closeBesidePicture = ({ target, currentTarget }: MouseEvent<HTMLDialogElement>) => {
  if (!(target as Element).closest('button, figure')) currentTarget.close()
}

type RoundButtonProps = { icon: LucideIcon; name: string; onClick: () => void; className?: string }

const RoundButton = ({ icon: Icon, name, onClick, className }: RoundButtonProps) => (
  <button
    type="button"
    onClick={onClick}
    className={clsx(
      'grid size-12 shrink-0 place-items-center rounded-full bg-white/12 text-white transition-colors hover:bg-white/25 focus-visible:outline-white',
      className,
    )}
  >
    <Icon size={20} aria-hidden="true" />
    <span className="sr-only">{name}</span>
  </button>
)
