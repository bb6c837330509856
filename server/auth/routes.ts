import { AppError } from '#server/lib/app-error.ts'
import type { RegisterEndpoint } from '#server/lib/http/register-endpoint.ts'
import { createDelayQueue } from '#server/lib/http/limit-rate.ts'
import { findPerson } from '#server/people/find-person.ts'
import { authContract } from '#shared/auth/contract.ts'
import { sessionContract } from '#shared/auth/session-contract.ts'
import { authMessages } from '#shared/auth/messages.ts'
import { callMessages } from '#shared/lib/messages.ts'
import { offerCsrfCookie } from './cookies.ts'
import { forgotPassword, type ForgotOptions } from './forgot-password.ts'
import { limitLogIns, logIn, logOut, type AuthOptions } from './log-in.ts'
import { personOf } from './open-session.ts'
import { chooseOwnPassword } from './own-password.ts'
import { createWaitingRoom, register } from './registration.ts'
import { createResetLink } from './reset-links.ts'
import { resetPassword } from './reset-password.ts'
import { setUp } from './setup.ts'

type Options = AuthOptions & ForgotOptions & { clinicChanged: () => void }

/** `clinicChanged` is called after the first-time setup has named the clinic. */
export function authRoutes(registerEndpoint: RegisterEndpoint, options: Options): void {
  const waitInQueue = createDelayQueue(options.limits.logInQueue)
  const limitedLogIn = limitLogIns(options.limits, logIn)
  registerEndpoint(authContract.csrfCookie, async ({ reply }) => {
    offerCsrfCookie(reply, options)
    return { message: authMessages.csrfCookieSet }
  })
  const enterWaitingRoom = createWaitingRoom(options.limits.registrations)
  registerEndpoint(authContract.register, (context, { body }) => register(context, body, options, enterWaitingRoom))
  registerEndpoint(authContract.login, (context, { body }) => limitedLogIn(context, body, { ...options, waitInQueue }))
  registerEndpoint(sessionContract.logout, async (context) => {
    await logOut(context, options)
    return { message: authMessages.loggedOutTitle }
  })
  registerEndpoint(sessionContract.session, async (context) => {
    const account = await findPerson(context.tx, context.user.id)
    if (!account) throw new AppError('unauthenticated', callMessages.authenticationRequired)
    return { user: await personOf(context, account, context.user.must_set_up_second_factor) }
  })
  registerEndpoint(authContract.choosePassword, async (context, { body }) => {
    await chooseOwnPassword(context, body, options)
    return { message: authMessages.passwordChosen }
  })
  registerEndpoint(authContract.forgotPassword, async (context, { body }) => {
    await forgotPassword(context, body.email, options)
    return { message: authMessages.linkSent }
  })
  registerEndpoint(authContract.resetPassword, async (context, { body }) => {
    await resetPassword(context, body, options)
    return { message: authMessages.passwordReset }
  })
  registerEndpoint(authContract.createResetLink, (context, { params }) =>
    createResetLink(context, params.id, options.publicUrl),
  )
  registerEndpoint(authContract.setup, async (context, { body }) => {
    const session = await setUp(context, body, options)
    options.clinicChanged()
    return session
  })
}
