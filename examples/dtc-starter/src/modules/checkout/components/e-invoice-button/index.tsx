"use client"

import { placeInvoiceOrder } from "@lib/data/e-invoice"
import type { Refused } from "@lib/util/invoice-checkout"
import ErrorMessage from "@modules/checkout/components/error-message"
import { Button } from "@modules/common/components/ui"
import { unstable_rethrow, usePathname, useRouter } from "next/navigation"
import { useRef, useState } from "react"

const noAnswer: Refused = {
  fields: {},
  sentence: "No answer came. Please press the button again: nothing is ordered twice.",
  mayChange: false,
}

/** Places the order, or says why there is none and what can be done. */
const EInvoiceButton = ({
  cartId,
  notReady,
  "data-testid": dataTestId,
}: {
  cartId: string
  notReady: boolean
  "data-testid"?: string
}) => {
  const router = useRouter()
  const pathname = usePathname()
  const [refused, setRefused] = useState<Refused | null>(null)
  const [isLoading, setIsLoading] = useState(false)
  // State changes with the next rendering only: a double click comes sooner.
  const isSending = useRef(false)

  const placeOrder = async () => {
    if (isSending.current) {
      return
    }
    isSending.current = true
    setIsLoading(true)
    setRefused(null)
    try {
      setRefused(await placeInvoiceOrder(cartId))
    } catch (error) {
      // Thrown, too, when the order is placed: Next.js goes to its page, and the button stays locked until then.
      unstable_rethrow(error)
      setRefused(noAnswer)
    }
    isSending.current = false
    setIsLoading(false)
  }

  const sentences = refused && [refused.sentence, ...Object.values(refused.fields)]

  return (
    <>
      <Button
        disabled={notReady}
        isLoading={isLoading}
        onClick={placeOrder}
        size="large"
        data-testid={dataTestId}
      >
        Place order
      </Button>
      <div role="alert">
        <ErrorMessage
          error={sentences?.filter(Boolean).join(" ")}
          data-testid="e-invoice-payment-error-message"
        />
      </div>
      {refused?.mayChange && (
        <Button
          variant="secondary"
          className="mt-4"
          onClick={() => router.push(`${pathname}?step=payment`, { scroll: false })}
          data-testid="change-payment-button"
        >
          Change payment
        </Button>
      )}
    </>
  )
}

export default EInvoiceButton
