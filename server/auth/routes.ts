import { AppError } from '#server/lib/app-error.ts'
import type { Implement } from '#server/lib/implement.ts'
import { findById } from '#server/users/service.ts'
import { authContract } from '#shared/auth/contract.ts'
import { authSentences } from '#shared/auth/sentences.ts'
import { callSentences } from '#shared/lib/errors.ts'
import { offerCsrfCookie } from './cookies.ts'
import { logIn, logOut, type AuthOptions } from './log-in.ts'
import { personOf } from './open-session.ts'
import { chooseOwnPassword } from './own-password.ts'
import { register } from './registration.ts'
import { setUp } from './setup.ts'

/** `clinicChanged` is told when the first run has named the clinic. */
export function authRoutes(implement: Implement, options: AuthOptions & { clinicChanged: () => void }): void {
  implement(authContract.csrfCookie, async ({ reply }) => {
    offerCsrfCookie(reply, options)
    return { message: authSentences.csrfCookieSet }
  })
  implement(authContract.register, (context, { body }) => register(context, body, options))
  implement(authContract.login, (context, { body }) => logIn(context, body, options))
  implement(authContract.logout, async (context) => {
    await logOut(context, options)
    return { message: authSentences.loggedOutTitle }
  })
  implement(authContract.session, async ({ tx, user }) => {
    const account = await findById(tx, user.id)
    if (!account) throw new AppError('unauthenticated', callSentences.authenticationRequired)
    return { user: personOf(account) }
  })
  implement(authContract.choosePassword, async (context, { body }) => {
    await chooseOwnPassword(context, body, options.limits)
    return { message: authSentences.passwordChosen }
  })
  implement(authContract.setup, async (context, { body }) => {
    const session = await setUp(context, body, options)
    options.clinicChanged()
    return session
  })
}
