export { findKeyPrincipal } from './find-key-principal.ts'
