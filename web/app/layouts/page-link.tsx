import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { documentOf } from '#web/lib/paths.ts'

/** A link to a page of the app, or to one that is a document of its own (the landing page, the booking, the log-in). */
export function PageLink({ to, ...rest }: Omit<ComponentProps<'a'>, 'href'> & { to: string }) {
  return documentOf(to) === null ? <Link {...rest} to={to} /> : <a {...rest} href={to} />
}
