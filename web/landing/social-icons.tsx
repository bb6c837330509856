import type { ReactNode } from 'react'

const Glyph = ({ children }: { children: ReactNode }) => (
  <svg
    viewBox="0 0 24 24"
    width={20}
    height={20}
    fill="none"
    stroke="currentColor"
    strokeWidth={1.7}
    aria-hidden="true"
  >
    {children}
  </svg>
)

export const FacebookIcon = () => (
  <Glyph>
    <circle cx="12" cy="12" r="9.2" />
    <path d="M12.6 21v-8.4m-2.5 0h5M15 7.6h-.8c-1 0-1.6.5-1.6 1.6v3.4" strokeLinecap="round" />
  </Glyph>
)

export const InstagramIcon = () => (
  <Glyph>
    <rect x="3.4" y="3.4" width="17.2" height="17.2" rx="5" />
    <circle cx="12" cy="12" r="4" />
    <circle cx="17" cy="7" r="1" fill="currentColor" stroke="none" />
  </Glyph>
)

export const TiktokIcon = () => (
  <Glyph>
    <path d="M13.5 3.5v11.2a3.6 3.6 0 1 1-3.6-3.6" strokeLinecap="round" />
    <path d="M13.5 3.5c.3 2.7 2.1 4.5 5 4.7" strokeLinecap="round" />
  </Glyph>
)
