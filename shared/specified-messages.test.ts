import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const here = import.meta.dirname

const isMessages = (file: string) => /messages\.ts$|errors\.ts$/.test(file)
const isTest = (file: string) => /\.test\.tsx?$/.test(file)

/** The name of a text, such as `authMessages.loginFailed`: its messages object and its key. */
type Name = { group: string; key: string }

/** Every text of every messages module with its names; placeholders are filled with `{name}`. */
async function everySentence(): Promise<Map<string, Name[]>> {
  const files = readdirSync(here, { recursive: true, encoding: 'utf8' }).filter((f) => isMessages(f) && !isTest(f))
  const modules = await Promise.all(files.map((file) => import(path.join(here, file)) as Promise<object>))
  const texts = new Map<string, Name[]>()
  const collect = (value: unknown, name: Name): void => {
    if (typeof value === 'function')
      collect(String((value as (...words: string[]) => unknown)('{name}', '{name}', '{name}', '{name}')), name)
    else if (typeof value === 'string') texts.set(value, [...(texts.get(value) ?? []), name])
    else if (typeof value === 'object' && value !== null)
      for (const [key, inner] of Object.entries(value)) collect(inner, name.key ? name : { ...name, key })
  }
  for (const module of modules) for (const [group, value] of Object.entries(module)) collect(value, { group, key: '' })
  return texts
}

/** All code that may use texts: everything but tests and the messages themselves. */
const codeFiles = ['shared', 'server', 'web'].flatMap((folder) =>
  readdirSync(path.join(here, '..', folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !isTest(file) && !(folder === 'shared' && isMessages(file)))
    .map((file) => readFileSync(path.join(here, '..', folder, file), 'utf8')),
)

/** True when some code imports the messages object of a text, under any name, and uses the text. */
const isUsed = ({ group, key }: Name) =>
  codeFiles.some((text) => {
    const imported = new RegExp(`import \\{[^}]*\\b${group}\\b(?: as (\\w+))?`).exec(text)
    return imported !== null && new RegExp(`\\b${imported[1] ?? group}\\.${key}\\b`).test(text)
  })

/** The specification's exact texts; texts of screens that do not exist yet are not listed. */
const specified = [
  'An error occurred.',
  'An unknown error occurred. Please try again.',
  'Request was canceled. Please try again.',
  'No response from server. Please try again.',
  'Request timed out. Please try again.',
  'Unexpected response format.',
  'Authentication required. Please log in.',
  'Authentication token missing. Please log in.',
  'No token found. Please log in.',
  'Login Error',
  'Login failed. Please try again.',
  'Invalid login response. Please try again.',
  'Login Successful!',
  'You have logged in successfully.',
  'All fields are required!',
  'Account created successfully!',
  'Registration Failed',
  'Something went wrong.',
  'Registration failed!',
  'An error occurred. Please try again later.',
  'Logged out successfully.',
  'You have been logged out of your account.',
  'Logout Failed.',
  'Something went wrong while logging out. Please try again.',
  'An error occurred during logout.',
  'Logout Confirmation',
  'Are you sure you want to logout from your account?',
  'Logging out...',
  "Don't have an account? Create new",
  'Already have an account? Log in',
  'Failed to add client.',
  'Failed to save client. Please try again.',
  'Client updated successfully!',
  'Client added successfully!',
  'Failed to assign account.',
  'Failed to update client services.',
  'New treatment added to client history successfully!',
  'Failed to create treatment.',
  'Failed to create/select treatment',
  'Treatment created and selected!',
  'Treatment selected!',
  'Treatment name is required',
  'Use Existing User',
  'None (Add New User)',
  'Select treatment first',
  'Loading services...',
  'Loading add-ons...',
  'ADD TO CLIENT HISTORY',
  'ADDING TO HISTORY...',
  '+ New Treatment',
  '+ Create New Treatment',
  'Treatment not found',
  'Failed to soft delete treatment/service.',
  'No services or add-ons found',
  'Failed to update service. Reverting changes.',
  'Failed to update. Reverting changes.',
  'Service deleted successfully!',
  'Add-on deleted successfully!',
  'Failed to delete service.',
  'Failed to delete add-on.',
  'An error occurred while deleting.',
  'Error!',
  'Failed to update appointment. Please try again.',
  'Failed to update appointment.',
  'Failed to fetch disabled dates.',
  'Failed to book appointment. Please try again.',
  'Failed to check time conflict.',
  'Network error or unexpected issue.',
  'Failed to load ongoing appointments.',
  'Failed to fetch holidays',
  'Failed to load history logs.',
  'Failed to load monthly sales data.',
  'Failed to load clients data.',
  'Failed to load dashboard data. Please try again.',
  'Failed to fetch treatments.',
  'Failed to fetch services.',
  'Failed to fetch confirmed appointments.',
  'An unexpected error occurred.',
  'Profile Updated',
  'Your profile has been successfully updated.',
  'Update Failed',
  'Failed to update your profile.',
  'An error occurred while printing the receipt.',
  'An error occurred while generating the receipt.',
  'Walk-in client "{name}" added successfully!',
  'Failed to create walk-in client.',
  'Please enter a treatment name!',
  'Enter service name and select a treatment!',
  'Please upload an image!',
  'PNG, JPG, GIF up to 10MB',
  'Enter add-on name and select a treatment!',
  'Are you sure you want to delete this treatment?',
  'Are you sure you want to delete this service?',
  'Are you sure you want to delete this add-on?',
  'No treatments found',
  'No treatments match your search',
  'No services available for this treatment',
  'You need to login first to book an appointment.',
  'That time has just been taken. Please choose another.',
  'Invalid customer selected.',
  'NOT PROVIDED',
  'Please enter a client name',
  'Please select at least one treatment before processing the transaction.',
  'Please select a customer or add a new walk-in client.',
  'Please select a valid customer from the dropdown.',
  'Please select a valid appointment.',
  'Received amount must be greater than or equal to the total after discount.',
  'Please enter the Reference Number for this payment method.',
  'Please select services first before selecting add-on',
  'No Service Selected',
  'Please print the receipt before closing.',
  'No Items Selected',
  'No Services Available',
  'No add-ons available',
  'Select Items First',
  'Process Payment',
  'Loading treatments...',
  'Search services...',
  'Prices have changed. Please review the order.',
  'Do you want to mark this appointment as {name}?',
  'Updating...',
  'Updated!',
  'The appointment status was not changed.',
  'Refreshed successfully',
  'Treatment data has been reloaded.',
  'Switched successfully',
  'You are now viewing appointments.',
  'Are you sure you want to log out?',
  'No clients found',
  'Try adjusting your search or adding a new client',
  'ADD YOUR FIRST CLIENT',
  'Client not found',
  "The client you're looking for doesn't exist or has been removed",
  'No service history',
  'Services will appear here once they are added.',
  'No users found',
  'Try adjusting your search or filter criteria',
  'Are you sure you want to delete this user? This action cannot be undone.',
  'No logs found',
  'No transactions found',
  'Try adjusting your search criteria or date range',
  'No upcoming appointments',
  'No past appointments',
  'No available data',
  'No data available',
  'No completed treatments today',
  'There was an issue saving the product. Please try again.',
  'Category name is required!',
  'Are you sure you want to delete this product? This action cannot be undone.',
  'Are you sure you want to delete this category? This action cannot be undone.',
  'No results found',
  'No category available',
  'Failed to update category.',
  'Back to Home',
  'Confirm Your Booking',
  'Unavailable',
  'All-time revenue',
  'Active customers',
  'Search clients',
  'No email',
  'No phone',
  'SAVING...',
  'Go back to cashier',
  'Treatment Complete',
  'Manage your bookings',
  'View payment records',
  'Manage Appointments',
  'No appointments scheduled for this day',
  'Select Add-ons',
  'Add New Walk-in Client',
  'Do you want to undo the disable?',
  'Yes, enable it!',
  'Success! The date has been enabled and the remark cleared.',
  'Please fill in the required field (Date)',
  'Please complete all selections before submitting.',
  'Enable the toggle to disable a date.',
  'Please provide a reason for disabling the date.',
  'Walk-in client added successfully!',
]

test('every sentence that the specification gives for existing screens is word for word in a messages module', async () => {
  const texts = await everySentence()
  expect(specified.filter((sentence) => !texts.has(sentence))).toEqual([])
})

test('every sentence of the specification is used by a screen or the server', async () => {
  const texts = await everySentence()
  expect(specified.filter((sentence) => !texts.get(sentence)?.some(isUsed))).toEqual([])
})
