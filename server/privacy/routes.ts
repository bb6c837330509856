import type { RegisterEndpoint } from '#server/lib/http/register-endpoint.ts'
import { privacyContract } from '#shared/privacy/contract.ts'
import { newsContract } from '#shared/privacy/news-contract.ts'
import { chooseNewsForClient, chooseOwnNews, newsOf, newsOfClient } from './news.ts'
import { acceptPrivacyNotice, readConsents } from './consents.ts'

export function privacyRoutes(registerEndpoint: RegisterEndpoint): void {
  registerEndpoint(privacyContract.consents, (context) => readConsents(context))
  registerEndpoint(privacyContract.give, async (context, { body }) => {
    await acceptPrivacyNotice(context, context.user, body.privacy_version)
    return readConsents(context)
  })
  registerEndpoint(newsContract.mine, async ({ tx, user }) => ({ data: await newsOf(tx, user.id) }))
  registerEndpoint(newsContract.chooseMine, async (context, { body }) => ({ data: await chooseOwnNews(context, body) }))
  registerEndpoint(newsContract.ofClient, async (context, { params }) => ({
    data: await newsOfClient(context, params.id),
  }))
  registerEndpoint(newsContract.chooseForClient, async (context, { params, body }) => ({
    data: await chooseNewsForClient(context, params.id, body),
  }))
}
