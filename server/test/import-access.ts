import { admin, type Row } from './access-roles.ts'

/** The rows of the access matrix for importing files. */
export const importAccess: readonly Row[] = [
  { call: 'GET /api/imports', may: admin },
  { call: 'POST /api/imports', may: admin },
  { call: 'GET /api/imports/:id', may: admin },
  { call: 'DELETE /api/imports/:id', may: admin },
  { call: 'GET /api/import-rows', may: admin },
  { call: 'POST /api/imports/:id/check', may: admin },
  { call: 'PUT /api/imports/:id/rows/:number', may: admin },
  { call: 'PUT /api/imports/:id/duplicates', may: admin },
  { call: 'POST /api/imports/:id/start', may: admin },
  { call: 'POST /api/imports/:id/undo', may: admin },
  { call: 'GET /api/imports/:id/refused-rows', may: admin },
  { call: 'GET /api/clinic/import', may: admin },
  { call: 'POST /api/clinic/import', may: admin },
  { call: 'DELETE /api/clinic/import', may: admin },
  { call: 'POST /api/clinic/import/parts', may: admin },
  { call: 'POST /api/clinic/import/start', may: admin },
]
