import { clsx } from 'clsx'
import { formatPhone, phoneHref } from '#shared/lib/phone.ts'

/** A number as people read it, which dials when it is tapped. Its place is as high as a finger needs. */
export function PhoneLink({ number, className }: { number: string; className?: string }) {
  const href = phoneHref(number)
  if (href === null) return <span className={className}>{number}</span>
  return (
    <a href={href} className={clsx('tnum -my-3 inline-block py-3 whitespace-nowrap hover:underline', className)}>
      {formatPhone(number)}
    </a>
  )
}
