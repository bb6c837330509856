/** A product of the sample clinic with a typical stock. */
export type SampleSupply = readonly [name: string, quantity: number, unit: string, lowStockLevel?: number]

/** The batch of a product's whole stock, and in how many days it expires. */
export const sampleBatches: Readonly<Record<string, { code: string; days: number }>> = {
  'Botulinum Toxin Type A 100 U': { code: 'BT-2207', days: 5 },
  'Hyaluronic Acid Filler 1 mL': { code: 'HA-0913', days: 160 },
  'Glutathione 600 mg': { code: 'GL-4410', days: 24 },
  'Topical Anesthetic Cream 30 g': { code: 'TA-118', days: -3 },
  'Collagen Sheet Mask': { code: 'CM-0611', days: 21 },
  'Hyaluronic Acid Serum 500 mL': { code: 'HS-77', days: 6 },
  'Aloe Cooling Gel 1 L': { code: 'AG-204', days: 290 },
}

/** The supplier that delivers the products of each category. */
export const sampleSuppliers: Readonly<Record<string, string>> = {
  Injectables: 'Luzon Medical Trading',
  'Facial Care': 'Dermacare Supply Co.',
  'Device Consumables': 'Beauty Device Center',
  'Needles and Syringes': 'Luzon Medical Trading',
}

/** The supplies that each visit of a service uses, in the units of the products. */
export const sampleRecipes: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'Forehead Lines': { 'Botulinum Toxin Type A 100 U': 0.2, 'Nitrile Gloves, Medium': 0.02 },
  "Crow's Feet": { 'Botulinum Toxin Type A 100 U': 0.24, 'Nitrile Gloves, Medium': 0.02 },
  'Jaw Slimming': { 'Botulinum Toxin Type A 100 U': 0.5, 'Nitrile Gloves, Medium': 0.02 },
  'Lip Volume (1 mL)': { 'Hyaluronic Acid Filler 1 mL': 1, 'Nitrile Gloves, Medium': 0.02 },
  'Diamond Peel Facial': { 'Cotton Pads': 0.1, 'Facial Towels': 1 },
  'Hydra Glow Facial': { 'Hyaluronic Acid Serum 500 mL': 0.03, 'Cotton Pads': 0.1, 'Facial Towels': 2 },
  'Glycolic Peel': { 'Glycolic Acid Peel 30%': 0.05, 'Cotton Pads': 0.15 },
  'Glow Drip': { 'Glutathione 600 mg': 2, 'Syringe 3 mL': 0.01 },
  'Immunity Drip': { 'Vitamin C Injection 500 mg': 2, 'Syringe 3 mL': 0.01 },
}

/** The purchase price in pesos of supplies that are not sold. */
export const sampleCosts: Readonly<Record<string, number>> = {
  'Botulinum Toxin Type A 100 U': 5_200,
  'Hyaluronic Acid Filler 1 mL': 4_100,
  'Glutathione 600 mg': 140,
  'PDO Threads 29G Mono': 1_350,
  'Glycolic Acid Peel 30%': 690,
  'Diamond Peel Tips': 1_150,
  'HIFU Cartridge 3.0 mm': 8_900,
  'Topical Anesthetic Cream 30 g': 460,
}

/** The supplies that the sample clinic also sells, with price and cost in pesos and an invented barcode. */
export const sampleSelling: Readonly<Record<string, { price: number; cost: number; barcode: string }>> = {
  'Hyaluronic Acid Serum 500 mL': { price: 1_950, cost: 880, barcode: '4801234001018' },
  'Collagen Sheet Mask': { price: 150, cost: 62, barcode: '4801234001025' },
  'Aloe Cooling Gel 1 L': { price: 580, cost: 240, barcode: '4801234001032' },
  'Isopropyl Alcohol 70% 500 mL': { price: 120, cost: 68, barcode: '4801234001049' },
  'Cotton Pads': { price: 85, cost: 41, barcode: '4801234001056' },
}

export const sampleSupplies: readonly { category: string; products: readonly SampleSupply[] }[] = [
  {
    category: 'Injectables',
    products: [
      ['Botulinum Toxin Type A 100 U', 18, 'vial'],
      ['Hyaluronic Acid Filler 1 mL', 24, 'syringe'],
      ['Glutathione 600 mg', 60, 'vial'],
      ['Vitamin C Injection 500 mg', 75, 'ampoule'],
      ['PDO Threads 29G Mono', 0, 'pack'],
    ],
  },
  {
    category: 'Facial Care',
    products: [
      ['Hyaluronic Acid Serum 500 mL', 6, 'bottle'],
      ['Glycolic Acid Peel 30%', 4, 'bottle'],
      ['Collagen Sheet Mask', 120, 'pc', 50],
      ['Enzyme Exfoliating Powder', 850, 'g'],
      ['Aloe Cooling Gel 1 L', 9, 'bottle'],
    ],
  },
  {
    category: 'Device Consumables',
    products: [
      ['Conductive Gel 250 mL', 32, 'tube'],
      ['Carbon Lotion for Laser', 8, 'bottle'],
      ['Diamond Peel Tips', 3, 'set', 2],
      ['HIFU Cartridge 3.0 mm', 2, 'pc'],
      ['Protective Eye Shields', 12, 'pc'],
    ],
  },
  {
    category: 'Needles and Syringes',
    products: [
      ['Needle 30G × 13 mm', 40, 'box'],
      ['Insulin Syringe 1 mL', 15, 'box'],
      ['Syringe 3 mL', 10, 'box'],
      ['Microneedling Cartridge 12-pin', 64, 'pc'],
      ['IV Cannula 24G', 0, 'box'],
    ],
  },
  {
    category: 'Hygiene and Protection',
    products: [
      ['Nitrile Gloves, Medium', 48, 'box'],
      ['Nitrile Gloves, Large', 12, 'box', 15],
      ['Surgical Face Masks', 36, 'box'],
      ['Isopropyl Alcohol 70% 500 mL', 22, 'bottle'],
      ['Topical Anesthetic Cream 30 g', 14, 'tube'],
    ],
  },
  {
    category: 'Linens and Disposables',
    products: [
      ['Disposable Bed Sheets', 7, 'roll'],
      ['Disposable Headbands', 20, 'pack'],
      ['Cotton Pads', 54, 'pack'],
      ['Facial Towels', 60, 'pc'],
      ['Waxing Strips', 0, 'pack'],
    ],
  },
]
