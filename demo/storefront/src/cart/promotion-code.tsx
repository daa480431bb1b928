import type { HttpTypes } from "@medusajs/framework/types"
import { useId, useState, type FormEvent } from "react"
import { useLanguage } from "../texts/language"
import { useCart } from "./use-cart"

/** The field for a promotion code, and the codes in use. */
export const PromotionCode = ({ cart }: { cart: HttpTypes.StoreCart }) => {
  const { setPromotionCodes } = useCart()
  const {
    promotion: texts,
    cart: { remove },
  } = useLanguage().texts
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
      return setProblem(texts.missing)
    }
    setProblem(undefined)
    setPromotionCodes.mutate([...codes, wanted], {
      onSuccess: (updated) => {
        const known = updated?.promotions?.some(({ code }) => code === wanted)
        setProblem(known ? undefined : texts.unknown(wanted))
        if (known) {
          setCode("")
        }
      },
      onError: () => setProblem(texts.failed),
    })
  }

  return (
    <form className="promotion" onSubmit={apply} noValidate>
      <label htmlFor={inputId}>{texts.label}</label>
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
          {texts.use}
        </button>
      </div>
      {problem && (
        <p id={problemId} className="field-error" role="alert">
          {problem}
        </p>
      )}
      {codes.map((used) => (
        <p key={used} className="promotion-used">
          <span>{texts.inUse(used)}</span>
          <button
            type="button"
            className="text-button"
            aria-label={texts.remove(used)}
            onClick={() => setPromotionCodes.mutate(codes.filter((code) => code !== used))}
          >
            {remove}
          </button>
        </p>
      ))}
    </form>
  )
}
