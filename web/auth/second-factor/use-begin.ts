import { useCallback, useEffect, useState } from 'react'
import { secondFactorMessages as s } from '#shared/auth/second-factor-messages.ts'
import { ApiError } from '#shared/lib/http-client.ts'
import { serverMessage } from '#web/lib/api-errors.ts'

type State<T> = { begun: T | null; failure: string; needsPassword: boolean }

/**
 * Calls `begin`, which starts the set-up of a second factor on the server, when the page opens and whenever `again` is
 * called. `needsPassword` is true when the server asks for the password first.
 */
export function useBegin<T>(begin: () => Promise<T>): State<T> & { again: () => void } {
  const [state, setState] = useState<State<T>>({ begun: null, failure: '', needsPassword: false })
  const run = useCallback(() => {
    begin().then(
      (begun) => setState({ begun, failure: '', needsPassword: false }),
      (error: unknown) => {
        if (!(error instanceof ApiError)) throw error
        const needsPassword = error.code === 'password_needed'
        setState({ begun: null, failure: needsPassword ? '' : serverMessage(error, s.notLoaded), needsPassword })
      },
    )
  }, [begin])
  useEffect(run, [run])
  return { ...state, again: run }
}
