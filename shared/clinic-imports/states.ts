/** The steps of bringing the data of another installation into an empty clinic. */
export const CLINIC_IMPORT_STATES = [
  'uploading',
  'checking',
  'checked',
  'refused',
  'importing',
  'imported',
  'failed',
] as const
export type ClinicImportState = (typeof CLINIC_IMPORT_STATES)[number]

/** The states in which a background job works on the file. */
export const WORKING: readonly ClinicImportState[] = ['checking', 'importing']
