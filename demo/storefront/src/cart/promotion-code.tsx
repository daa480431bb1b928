import type { HttpTypes } from "@medusajs/framework/types"
import { useId, useState, type FormEvent } from "react"
import { useCart } from "./use-cart"

/** The field for a promotion code, and the codes in use. */
export const PromotionCode = ({ cart }: { cart: HttpTypes.StoreCart }) => {
  const { setPromotionCodes } = useCart()
  const [code, setCode] = useState("")
  const [problem, setProblem] = useState<string>()
  const inputId = useId()
  const problemId = useId()
  const codes = (cart.promotions ?? []).flatMap((promotion) =>
    promotion.code ? [promotion.code] : []
  )

  const apply = (event: FormEvent) => {
    event.preventDefault()
    const wanted = code.trim().toUpperCase()
    if (!wanted) {
      return setProblem("Write the code first.")
    }
    setProblem(undefined)
    setPromotionCodes.mutate([...codes, wanted], {
      onSuccess: (updated) => {
        const known = updated?.promotions?.some(({ code }) => code === wanted)
        setProblem(known ? undefined : `We have no promotion ${wanted}.`)
        if (known) {
          setCode("")
        }
      },
      onError: () => setProblem("The code could not be used."),
    })
  }

  return (
    <form className="promotion" onSubmit={apply} noValidate>
      <label htmlFor={inputId}>Promotion code</label>
      <div className="promotion-row">
        <input
          id={inputId}
          value={code}
          autoComplete="off"
          autoCapitalize="characters"
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? problemId : undefined}
          onChange={(event) => setCode(event.target.value)}
        />
        <button
          type="submit"
          className="button button-quiet"
          disabled={setPromotionCodes.isPending}
        >
          Use
        </button>
      </div>
      {problem && (
        <p id={problemId} className="field-error" role="alert">
          {problem}
        </p>
      )}
      {codes.map((used) => (
        <p key={used} className="promotion-used">
          <span>{used} is in use</span>
          <button
            type="button"
            className="text-button"
            aria-label={`Remove ${used}`}
            onClick={() => setPromotionCodes.mutate(codes.filter((code) => code !== used))}
          >
            Remove
          </button>
        </p>
      ))}
    </form>
  )
}
