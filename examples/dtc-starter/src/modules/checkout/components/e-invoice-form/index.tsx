"use client"

import { openInvoiceSession } from "@lib/data/e-invoice"
import type { InvoiceOffer, Refused } from "@lib/util/invoice-checkout"
import type { HttpTypes } from "@medusajs/types"
import ErrorMessage from "@modules/checkout/components/error-message"
import Input from "@modules/common/components/input"
import NativeSelect from "@modules/common/components/native-select"
import { Button, Text } from "@modules/common/components/ui"
import { usePathname, useRouter } from "next/navigation"
import { type ComponentProps, type FormEvent, useEffect, useRef, useState } from "react"

const noAnswer: Refused = {
  fields: {},
  sentence: "No answer came. Please press the button again.",
  mayChange: true,
}

/** What an invoice needs and only the shopper knows; leads on to the review. */
const EInvoiceForm = ({ cart, offer }: { cart: HttpTypes.StoreCart; offer: InvoiceOffer }) => {
  const router = useRouter()
  const pathname = usePathname()
  const [fields, setFields] = useState({
    personal_number: "",
    phone: cart.billing_address?.phone ?? cart.shipping_address?.phone ?? "",
    language: offer.language,
    reference: "",
  })
  const [refused, setRefused] = useState<Refused | null>(null)
  const [isLoading, setIsLoading] = useState(false)
  // State changes with the next rendering only: a double click comes sooner.
  const isSending = useRef(false)

  useEffect(() => {
    const [first] = Object.keys(refused?.fields ?? {})
    if (first) {
      document.getElementById(first)?.focus()
    }
  }, [refused])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isSending.current) {
      return
    }
    isSending.current = true
    setIsLoading(true)
    const answer = await openInvoiceSession(fields).catch(() => noAnswer)
    isSending.current = false
    setIsLoading(false)
    setRefused(answer)
    if (!answer) {
      setFields((current) => ({ ...current, personal_number: "" }))
      router.push(`${pathname}?step=review`, { scroll: false })
    }
  }

  const part = (name: keyof typeof fields) => ({
    name,
    value: fields[name],
    problem: refused?.fields[name],
    onChange: (value: string) => setFields((current) => ({ ...current, [name]: value })),
  })

  return (
    // Posted, should the browser submit it before the page's script runs: a GET would put the number into the address.
    <form method="post" onSubmit={submit} className="mt-4 flex flex-col gap-y-4">
      {offer.fee && <Text data-testid="e-invoice-fee">{offer.fee}</Text>}
      <Field
        {...part("personal_number")}
        label="Personal number"
        hint="Eleven digits. The invoice is addressed with it: we pass it on with your order and do not keep it."
        autoComplete="off"
        inputMode="numeric"
        spellCheck={false}
        maxLength={14}
        required
      />
      <Field
        {...part("phone")}
        label="Mobile phone"
        hint="The invoice is announced there. A number from abroad begins with + and its country code."
        type="tel"
        autoComplete="tel"
        required
      />
      <Field
        {...part("reference")}
        label="Your reference"
        hint="Optional. Printed on the invoice, such as a project or a name."
        autoComplete="off"
        maxLength={100}
      />
      <label htmlFor="language" className="text-small-regular">
        Language of the invoice
      </label>
      <NativeSelect
        id="language"
        name="language"
        value={fields.language}
        onChange={(event) => part("language").onChange(event.target.value)}
      >
        {offer.languages.map((language) => (
          <option key={language} value={language}>
            {new Intl.DisplayNames(["en"], { type: "language" }).of(language)}
          </option>
        ))}
      </NativeSelect>
      <div role="alert">
        <ErrorMessage error={refused?.sentence} data-testid="e-invoice-error-message" />
      </div>
      <Button
        type="submit"
        size="large"
        className="self-start"
        isLoading={isLoading}
        data-testid="submit-e-invoice-button"
      >
        Continue to review
      </Button>
    </form>
  )
}

type FieldProps = Omit<ComponentProps<typeof Input>, "ref" | "onChange"> & {
  hint: string
  problem: string | undefined
  onChange: (value: string) => void
}

/** The starter's field, with its hint and what is wrong with it for everyone, also for those who listen to the page. */
const Field = ({ name, hint, problem, onChange, ...input }: FieldProps) => (
  <div>
    <Input
      {...input}
      id={name}
      name={name}
      aria-invalid={problem !== undefined}
      aria-describedby={`${name}-problem ${name}-hint`}
      onChange={(event) => onChange(event.target.value)}
    />
    <div id={`${name}-problem`}>
      <ErrorMessage error={problem} data-testid={`${name}-problem`} />
    </div>
    <Text id={`${name}-hint`} className="text-small-regular text-ui-fg-subtle mt-1">
      {hint}
    </Text>
  </div>
)

export default EInvoiceForm
