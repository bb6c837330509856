export type Role = 'client' | 'practitioner' | 'cashier' | 'admin'
