import type { ReactNode } from 'react'

type LockedProps = { isUnknown: boolean; hint: string; children: ReactNode }

/**
 * The fields of a form whose call got no answer: they are locked, and `hint` says that the form can be sent again
 * unchanged. The server then does the call only once.
 */
export const LockedWhileUnknown = ({ isUnknown, hint, children }: LockedProps) => (
  <>
    {isUnknown && (
      <p role="alert" className="mb-4 rounded-card bg-warning-soft px-4 py-3 text-sm font-semibold">
        {hint}
      </p>
    )}
    <fieldset disabled={isUnknown} className="min-w-0">
      {children}
    </fieldset>
  </>
)
