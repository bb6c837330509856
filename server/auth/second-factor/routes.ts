import type { RequestContext } from '#server/lib/context.ts'
import type { SecretBox } from '#server/lib/secret-box.ts'
import type { RegisterEndpoint } from '#server/lib/http/register-endpoint.ts'
import type { AuthOptions } from '#server/auth/log-in.ts'
import { clinicName } from '#server/clinic/clinic-profile.ts'
import { logInRulesContract, secondFactorContract as contract } from '#shared/auth/second-factor-contract.ts'
import { secondFactorMessages as s } from '#shared/auth/second-factor-messages.ts'
import { readLogInRules, resetFactor, saveRule } from './rule.ts'
import { passkeyRoutes } from './passkeys/routes.ts'
import { relyingPartyOf } from './passkeys/relying-party.ts'
import { confirmPassword } from './recent-password.ts'
import { checkCode, finishSecondStep } from './second-step.ts'
import { readOwnFactor } from './state.ts'
import { beginSetUp, declineOffer, finishSetUp, makeNewCodes, removeApp, switchOff } from './set-up.ts'

export function secondFactorRoutes(
  registerEndpoint: RegisterEndpoint,
  options: AuthOptions & { secrets: SecretBox },
): void {
  const { secrets, limits, publicUrl } = options
  const partyOf = ({ reply }: RequestContext) => relyingPartyOf(reply, publicUrl)
  passkeyRoutes(registerEndpoint, options)
  registerEndpoint(contract.finishLogIn, (context, { body: { code, trust_device } }) =>
    finishSecondStep(context, { check: checkCode(code, secrets), trust_device }, options),
  )
  registerEndpoint(contract.read, async (context) => ({ data: await readOwnFactor(context, partyOf(context)) }))
  registerEndpoint(contract.confirmPassword, async (context, { body }) => {
    await confirmPassword(context, body, limits)
    return { message: s.passwordConfirmed }
  })
  registerEndpoint(contract.makeSecret, async (context) => {
    const clinic = await clinicName(context.tx, context.branchId)
    return { data: await beginSetUp(context, secrets, clinic) }
  })
  registerEndpoint(contract.confirm, (context, { body }) =>
    context.inTransaction(async (inside) => ({
      data: { recovery_codes: await finishSetUp(inside, secrets, body.code) },
    })),
  )
  registerEndpoint(contract.makeCodes, async (context, { body }) => ({
    data: { recovery_codes: await makeNewCodes(context, body, limits) },
  }))
  registerEndpoint(contract.switchOff, async (context, { body }) => {
    await switchOff(context, body, limits)
    return { message: s.switchedOff }
  })
  registerEndpoint(contract.removeApp, async (context, { body }) => {
    await removeApp(context, body, limits)
    return { message: s.appRemoved }
  })
  registerEndpoint(contract.decline, async (context) => {
    await declineOffer(context)
    return { message: s.declined }
  })
}

/** The calls about the clinic's second-factor rule, and the reset of a person's second factor. */
export function logInRulesRoutes(registerEndpoint: RegisterEndpoint): void {
  registerEndpoint(logInRulesContract.read, async ({ tx, branchId }) => ({ data: await readLogInRules(tx, branchId) }))
  registerEndpoint(logInRulesContract.save, async (context, { body }) => {
    await saveRule(context, body.second_factor_for)
    return { message: s.ruleSaved }
  })
  registerEndpoint(logInRulesContract.reset, async (context, { params }) => {
    await resetFactor(context, params.id)
    return { message: s.resetDone }
  })
}
