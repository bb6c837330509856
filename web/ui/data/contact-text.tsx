import { clsx } from 'clsx'
import { formatPhone, phoneHref } from '#shared/lib/phone.ts'

/** An e-mail that needs two lines breaks before its @, and within a word only when there is no other way. */
export function EmailText({ address }: { address: string }) {
  const at = address.lastIndexOf('@')
  return (
    <>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </>
  )
}

/** A formatted phone number. A tap on it starts a call, and the link is high enough for a finger. */
export function PhoneLink({ number, className }: { number: string; className?: string }) {
  const href = phoneHref(number)
  if (href === null) return <span className={className}>{number}</span>
  return (
    <a href={href} className={clsx('tnum -my-3 inline-block py-3 whitespace-nowrap hover:underline', className)}>
      {formatPhone(number)}
    </a>
  )
}
