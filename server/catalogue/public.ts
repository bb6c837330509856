export { offeredTreatments, treatmentById as findTreatment, type OfferedTreatment } from './views.ts'
