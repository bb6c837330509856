import { clsx } from 'clsx'
import { useState } from 'react'
import { initialsOf } from '#shared/lib/names.ts'

const hues = [
  'bg-blush text-ink',
  'bg-primary-soft text-primary-ink',
  'bg-gold/35 text-ink',
  'bg-violet-soft text-violet',
]
const sizes = { sm: 'size-9 text-compact', md: 'size-11 text-ctl', lg: 'size-24 text-3xl' }

/** The hue behind a person's initials, which is always the same for the same name. */
function hueOf(name: string): string {
  let hash = 0
  for (const letter of name) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) >>> 0
  return hues[hash % hues.length] ?? 'bg-blush text-ink'
}

type AvatarProps = {
  name: string
  /** The photo to show instead of the initials. If the photo cannot be loaded, the initials are shown. */
  src?: string | null
  /** The photo's alternative text; empty by default, because the name is beside it. */
  alt?: string
  size?: keyof typeof sizes
  className?: string
}

/** A person's round photo, or the initials. */
export function Avatar({ name, src, alt = '', size = 'md', className }: AvatarProps) {
  const [missing, setMissing] = useState<string | null>(null)
  const shape = clsx('shrink-0 rounded-full', sizes[size], className)
  if (src && src !== missing)
    return (
      <img src={src} alt={alt} onError={() => setMissing(src)} className={clsx(shape, 'bg-surface-2 object-cover')} />
    )
  return (
    <span aria-hidden="true" className={clsx('grid place-items-center font-bold select-none', shape, hueOf(name))}>
      {initialsOf(name)}
    </span>
  )
}
