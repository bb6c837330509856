import { admin, clinicians, loggedIn, type Row } from './access-roles.ts'

/** Who may make which call of the clinical record; a part of `access-matrix.ts`. */
export const chartAccess: readonly Row[] = [
  { call: 'GET /api/charts/:clientId', may: clinicians },
  { call: 'GET /api/charts/:id/photos', may: clinicians },
  { call: 'GET /api/charts/:id/photo-angles', may: clinicians },
  { call: 'PUT /api/charts/:id/photos/:photo_id', may: clinicians },
  { call: 'PUT /api/chart-photos/:id', may: clinicians },
  { call: 'PUT /api/chart-photos/:id/hidden', may: clinicians },
  { call: 'PUT /api/chart-photos/:id/shown', may: clinicians },
  { call: 'PUT /api/chart-photos/:id/client', may: clinicians },
  { call: 'GET /api/chart-photos/:id/thumbnail', may: clinicians },
  { call: 'GET /api/chart-photos/:id/picture', may: clinicians },
  { call: 'GET /api/chart-photos/:id/publication', may: clinicians },
  { call: 'GET /api/charts/:id/publication-consents', may: clinicians },
  { call: 'POST /api/charts/:id/publication-consents', may: clinicians },
  { call: 'POST /api/charts/:id/publication-withdrawals', may: clinicians },
  { call: 'GET /api/my/chart-photos', may: loggedIn },
  { call: 'GET /api/my/chart-photos/download', may: loggedIn },
  { call: 'GET /api/chart-reads', may: admin },
  { call: 'GET /api/chart-reads/export.csv', may: admin },
]
