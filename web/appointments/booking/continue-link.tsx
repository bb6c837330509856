import { clsx } from 'clsx'
import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { framedMessages as s } from '#shared/appointments/booking-messages.ts'
import { buttonClass, type ButtonLook } from '#web/ui/button-class.ts'

type ContinueLinkProps = ButtonLook & { href: string; onClick?: () => void; className?: string; children: ReactNode }

/** On a booking page in a frame: a link that opens the window in which the booking continues. */
export const ContinueLink = ({ href, onClick, className, children, ...look }: ContinueLinkProps) => (
  <a href={href} target="_blank" rel="noopener" onClick={onClick} className={clsx(buttonClass(look), className)}>
    {children}
    <ExternalLink size={18} className="shrink-0" aria-hidden="true" />
    <span className="sr-only"> {s.opensNewWindow}</span>
  </a>
)
