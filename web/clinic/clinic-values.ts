import type { ClinicProfile } from '#shared/clinic/contract.ts'

/** What stands in a form of the clinic's profile. */
export type ClinicValues = Omit<ClinicProfile, 'needs_setup' | 'version'>

export const valuesOf = ({ needs_setup: _setup, version: _version, ...profile }: ClinicProfile): ClinicValues => profile
