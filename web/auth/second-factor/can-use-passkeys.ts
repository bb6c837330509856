/**
 * True if this page can make and use passkeys: the browser knows them, the connection is secure, and the page has the
 * clinic's web address, or the clinic has configured none (`*`).
 */
export const canUsePasskeys = (domain: string | null): boolean =>
  window.isSecureContext && 'PublicKeyCredential' in window && (domain === '*' || window.location.hostname === domain)
