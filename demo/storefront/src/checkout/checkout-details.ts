/** What the shopper writes and chooses at checkout, as text. */
export type CheckoutDetails = {
  email: string
  firstName: string
  lastName: string
  address: string
  postalCode: string
  city: string
  deliveryId: string
  providerId: string
  personalNumber: string
  phone: string
  language: string
  reference: string
}

export type CheckoutField = keyof CheckoutDetails

/** A sentence for each field that is not right yet. */
export type CheckoutProblems = Partial<Record<CheckoutField, string>>

/** The fields from the top of the page to the bottom: the first problem takes the focus. */
export const fieldsInOrder: readonly CheckoutField[] = [
  "email",
  "firstName",
  "lastName",
  "address",
  "postalCode",
  "city",
  "deliveryId",
  "providerId",
  "personalNumber",
  "phone",
  "language",
  "reference",
]

export const emptyDetails: CheckoutDetails = {
  email: "",
  firstName: "",
  lastName: "",
  address: "",
  postalCode: "",
  city: "",
  deliveryId: "",
  providerId: "",
  personalNumber: "",
  phone: "",
  language: "",
  reference: "",
}
