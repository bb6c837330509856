import { formatPesoShort, toCentavos } from '#shared/lib/money.ts'
import type { Menu } from './content.ts'

/** The menu's words, for those who cannot see the picture. */
const inWords = (menu: Menu) =>
  `${menu.name}: ${menu.prices.map(([item, price]) => `${item} ${formatPesoShort(toCentavos(price))}`).join(', ')}`

type MenuPictureProps = { menu: Menu; sizes: string; className?: string; alt?: string }

/** A price menu, 4 to 5. Its alternative text is the whole menu unless told otherwise. */
export function MenuPicture({ menu, sizes, className, alt }: MenuPictureProps) {
  return (
    <img
      loading="lazy"
      decoding="async"
      src={`/art/${menu.art}-480.avif`}
      srcSet={`/art/${menu.art}-480.avif 480w, /art/${menu.art}-640.avif 640w`}
      sizes={sizes}
      width={640}
      height={800}
      alt={alt ?? inWords(menu)}
      className={className}
    />
  )
}
