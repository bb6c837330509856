export { CLINIC_IMPORT_TASK } from './queries.ts'
export { recoverClinicImports, workOnClinicImport, type ClinicImportServices } from './work.ts'
