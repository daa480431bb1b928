import { useState } from "react"
import {
  emptyDetails,
  fieldsInOrder,
  type CheckoutDetails,
  type CheckoutField,
  type CheckoutProblems,
} from "./checkout-details"

/** What one field of the form needs to be drawn. */
export type CheckoutFormPart = {
  field(name: CheckoutField): {
    name: CheckoutField
    value: string
    problem: string | undefined
    onChange: (value: string) => void
  }
}

/** The state of the checkout form. */
export const useCheckoutForm = (initial: Partial<CheckoutDetails>) => {
  const [details, setDetails] = useState<CheckoutDetails>({
    ...emptyDetails,
    ...initial,
  })
  const [problems, setProblems] = useState<CheckoutProblems>({})

  const set = (name: CheckoutField, value: string) => {
    setDetails((current) => ({ ...current, [name]: value }))
    setProblems(({ [name]: _settled, ...others }) => others)
  }

  /** Shows the problems beside their fields and takes the shopper to the first. */
  const show = (found: CheckoutProblems) => {
    setProblems(found)
    const first = fieldsInOrder.find((name) => found[name])
    if (first) {
      requestAnimationFrame(() => document.getElementById(first)?.focus())
    }
  }

  const field: CheckoutFormPart["field"] = (name) => ({
    name,
    value: details[name],
    problem: problems[name],
    onChange: (value) => set(name, value),
  })

  return { details, field, set, show }
}
