/** The domain to which this clinic's passkeys belong. Null: they belong to the domain of the page that makes them. */
export type PasskeySite = { domain: string | null }

/**
 * True if this page can make and use passkeys: the browser knows them, the connection is secure, and the page has the
 * configured web address of the clinic, if there is one.
 */
export const canUsePasskeys = (site: PasskeySite | null): boolean =>
  window.isSecureContext &&
  'PublicKeyCredential' in window &&
  site !== null &&
  (site.domain === null || site.domain === window.location.hostname)
