/**
 * Loads the library of passkeys on first use, because loading takes half a second of the processor at each start, and
 * most log-ins need no passkey.
 */
export const loadWebauthn = () => import('@simplewebauthn/server')
