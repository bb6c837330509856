import { toCentavos, type Centavos } from '#shared/lib/money.ts'
import { idAt } from '../id-at.ts'
import { seededRandom } from '../random.ts'
import { sampleSelling, sampleSupplies } from './supplies-content.ts'

type Named = { id: string; name: string }
type ProductForSale = Named & { category: Named; price: Centavos; cost: Centavos }

/** The products that the sample clinic sells. Their ids depend only on the date on which the clinic opened. */
export function productsForSale(opened: Date): ProductForSale[] {
  const random = seededRandom(236)
  return sampleSupplies.flatMap(({ category: name, products }) => {
    const category = { id: idAt(random, opened), name }
    return products.flatMap(([product]): ProductForSale[] => {
      const selling = sampleSelling[product]
      if (!selling) return []
      const [price, cost] = [toCentavos(selling.price), toCentavos(selling.cost)]
      return [{ id: idAt(random, opened), name: product, category, price, cost }]
    })
  })
}

/** The ids of the products for sale and of their categories, by name. */
export const idsForSale = (opened: Date): Map<string, string> =>
  new Map(
    productsForSale(opened).flatMap(({ id, name, category }) => [
      [category.name, category.id],
      [name, id],
    ]),
  )
