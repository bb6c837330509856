export {
  offeredTreatments,
  pricedServices as findPricedServices,
  questionsOfServices,
  treatmentById as findTreatment,
  type OfferedTreatment,
} from './views.ts'
export { addListedService, findServicesNamed, removeListedService, type ListedService } from './listed-services.ts'
