/** Names of the sample's clients; all are invented. */
// oxfmt-ignore
export const firstNames = [
  'Bianca', 'Andrea', 'Jessa', 'Maricel', 'Tricia', 'Carla', 'Liza', 'Rowena', 'Camille', 'Patricia', 'Angelica',
  'Kristine', 'Joy', 'Maria Clara', 'Isabel', 'Gabriela', 'Althea', 'Princess', 'Rhea', 'Divina', 'Lourdes', 'Corazon',
  'Ligaya', 'Luzviminda', 'Nicole', 'Samantha', 'Hannah', 'Denise', 'Katrina', 'Regine', 'Sheila', 'Aileen', 'Michelle',
  'Jennifer', 'Rosario', 'Teresa', 'Miguel', 'Paolo', 'Ramon', 'Joaquin', 'Nico', 'Carlo', 'Jericho', 'Emmanuel',
  'Rafael', 'Marco', 'Gabriel', 'Enzo',
]

// oxfmt-ignore
export const lastNames = [
  'Reyes', 'Santos', 'Cruz', 'Bautista', 'Ocampo', 'Garcia', 'Mendoza', 'Torres', 'Peña', 'Villanueva', 'Ramos',
  'Aquino', 'Dela Cruz', 'Castillo', 'Flores', 'Gonzales', 'Lopez', 'Navarro', 'Domingo', 'Salazar', 'Del Rosario',
  'Mercado', 'Santiago', 'Pascual', 'Tolentino', 'Manalo', 'Panganiban', 'Magbanua', 'Dimaculangan', 'Macaraeg',
  'Ilagan', 'Evangelista', 'Nuñez',
]

export const places = ['Quezon City', 'Marikina', 'Pasig', 'San Juan', 'Manila', 'Makati', 'Caloocan', 'Antipolo']

/** Reasons for closing a day. */
export const closingRemarks = ['Staff training', 'Equipment calibration', 'Deep cleaning of the treatment rooms']
