import { clsx } from 'clsx'
import { Package } from 'lucide-react'
import { useState } from 'react'
import type { Product } from '#shared/inventory/contract.ts'
import { inventorySentences as s } from '#shared/inventory/sentences.ts'

const frame = 'size-11 shrink-0 rounded-ctl bg-surface-2'

type ProductPictureProps = { product: Pick<Product, 'name' | 'image'>; className?: string }

/** The product's picture, or a quiet tile where there is none. */
export function ProductPicture({ product, className }: ProductPictureProps) {
  const [missing, setMissing] = useState<string | null>(null)
  if (product.image && product.image !== missing)
    return (
      <img
        src={product.image}
        alt={s.pictureOf(product.name)}
        width={44}
        height={44}
        loading="lazy"
        onError={() => setMissing(product.image)}
        className={clsx(frame, 'object-cover', className)}
      />
    )
  return (
    <span aria-hidden="true" className={clsx(frame, 'grid place-items-center text-ink-3', className)}>
      <Package size={20} strokeWidth={1.6} />
    </span>
  )
}
