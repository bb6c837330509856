import type { AuthOptions } from '#server/auth/log-in.ts'
import { clinicName } from '#server/clinic/clinic-profile.ts'
import type { RequestContext } from '#server/lib/context.ts'
import type { RegisterEndpoint } from '#server/lib/http/register-endpoint.ts'
import { passkeysContract as contract } from '#shared/auth/passkeys-contract.ts'
import { passkeyMessages as s } from '#shared/auth/passkey-messages.ts'
import { checkPasskey, finishSecondStep, readWays } from '#server/auth/second-factor/second-step.ts'
import { addPasskey, beginPasskey, removePasskey, renamePasskey } from './make-passkey.ts'
import { relyingPartyOf } from './relying-party.ts'

export function passkeyRoutes(registerEndpoint: RegisterEndpoint, options: AuthOptions): void {
  const partyOf = ({ reply }: RequestContext) => relyingPartyOf(reply, options.publicUrl)
  registerEndpoint(contract.begin, async (context) => {
    const clinic = await context.inTransaction(({ tx, branchId }) => clinicName(tx, branchId))
    return { data: { options: { ...(await beginPasskey(context, partyOf(context), clinic)) } } }
  })
  registerEndpoint(contract.add, async (context, { body }) => ({
    data: { recovery_codes: await addPasskey(context, partyOf(context), body) },
  }))
  registerEndpoint(contract.rename, async (context, { params, body }) => {
    await renamePasskey(context, params.id, body.name)
    return { message: s.renamed }
  })
  registerEndpoint(contract.remove, async (context, { params, body }) => ({
    message: await removePasskey(context, params.id, body, options.limits),
  }))
  registerEndpoint(contract.readWays, async (context) => {
    const { has_app, passkey } = await readWays(context, partyOf(context))
    return { data: { has_app, passkey: passkey && { ...passkey } } }
  })
  registerEndpoint(contract.finishLogIn, (context, { body: { passkey, trust_device } }) =>
    finishSecondStep(context, { check: checkPasskey(passkey, partyOf(context)), trust_device }, options),
  )
}
