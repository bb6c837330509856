import type { Role } from '#shared/lib/endpoint.ts'

const withArticle: Record<Role, string> = { client: 'a client', cashier: 'a cashier', admin: 'an admin' }

/** What a role is there for, as the question before a change of it says. */
const duties: Record<Role, string> = {
  client: 'booking for themselves online',
  cashier: 'the Cashier page, and the work with appointments, clients and sales',
  admin:
    'the dashboard, catalogue, inventory, users, logs and clinic profile, and the work with appointments and clients',
}

export const userSentences = {
  title: 'User Management',
  total: 'Total users',
  clients: 'Clients',
  admins: 'Admins',
  cashiers: 'Cashiers',
  search: 'Search Users',
  filterByRole: 'Filter by Role',
  allRoles: 'All Roles',
  roles: { client: 'Client', admin: 'Admin', cashier: 'Cashier' },
  showClosed: 'Show closed accounts',
  add: 'ADD USER',
  update: 'UPDATE USER',
  cancel: 'CANCEL',
  delete: 'DELETE',
  saving: 'SAVING...',
  deleting: 'DELETING...',
  addTitle: 'Add User',
  editTitle: 'Edit User',
  listed: (n?: number) => (n === undefined ? 'Users' : `Users (${n})`),
  showing: (n: number, total: number) => `Showing ${n} of ${total} users`,
  user: 'User',
  email: 'Email',
  role: 'Role',
  status: 'Status',
  joinDate: 'Join Date',
  actions: 'Actions',
  you: 'You',
  noEmail: 'No email',
  edit: (name: string) => `Edit ${name}`,
  remove: (name: string) => `Delete ${name}`,
  fullName: 'Full Name',
  password: 'Password',
  passwordHint: 'At least 10 characters. Give this password to the person.',
  keepPassword: 'Leave this empty to keep the current password. A new password logs the person out.',
  notSaved: 'The user was not saved.',
  notDeleted: 'The user was not deleted.',
  failedToLoad: 'Failed to load users.',
  nameRequired: 'Full name is required.',
  unexpected: 'An unexpected error occurred.',
  deleteQuestion: 'Are you sure you want to delete this user? This action cannot be undone.',
  staysBooked: (name: string, n: number) =>
    n === 1
      ? `${name} has 1 appointment from today on, which stays booked. Cancel it first if it will not take place.`
      : `${name} has ${n.toLocaleString('en-PH')} appointments from today on, which stay booked. Cancel them first if they will not take place.`,
  noneTitle: 'No users found',
  noneHint: 'Try adjusting your search or filter criteria',
  notYourself: 'You cannot delete your own account.',
  lastAdmin: 'The clinic needs at least one admin.',
  notFound: 'User not found.',
  ownRole: 'You cannot change your own role.',
  ownRoleHint: 'Another admin can change your role.',
  roleRequired: 'Choose a role.',
  selectRole: 'Select a role',
  emailOfStaff: 'Cashiers and admins need an email to log in.',
  passwordOfNewStaff: 'Enter a password for this log-in: the default password of a client is too easy to guess.',
  roleQuestion: (name: string, role: Role) => `Make ${name} ${withArticle[role]}?`,
  roleChange: (from: Role, to: Role) => `They gain: ${duties[to]}. They lose: ${duties[from]}.`,
  roleEffect: 'They are logged out.',
  newStaffEffect:
    'They are logged out and must choose a new password at the next log-in. Their client record and appointments stay.',
  changeRole: 'CHANGE ROLE',
  created: 'User added successfully!',
  updated: 'User updated successfully!',
  deleted: 'User deleted successfully!',
} as const
