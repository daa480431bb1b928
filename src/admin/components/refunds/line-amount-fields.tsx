import { Button } from "@medusajs/ui"
import type { Control } from "react-hook-form"

import { typedAmount } from "../../lib/form-values"
import { useTexts } from "../../lib/texts"
import { useAmountText } from "../../lib/use-amount-text"
import type { DrawerForm } from "../action-form"
import { AmountField } from "../form"
import type { ChoosableLine } from "./line-amounts-form"

type LineValues = { lines: { amount: string }[] }

type LineAmountFieldsProps<Values extends LineValues> = {
  form: DrawerForm<Values>
  /** Names the fields for a screen reader. */
  title: string
  lines: readonly ChoosableLine[]
  currencyCode: string
}

/** One amount field a line, with what is left of it and a button that takes all of that. */
export const LineAmountFields = <Values extends LineValues>({
  form,
  title,
  lines,
  currencyCode,
}: LineAmountFieldsProps<Values>) => {
  const t = useTexts()
  const amountText = useAmountText()
  const control = form.control as unknown as Control<LineValues, unknown, unknown>

  const take = (index: number) => {
    const left = lines[index]?.left ?? 0
    const setValue = form.setValue as unknown as (name: string, value: string) => void
    setValue(`lines.${index}.amount`, left > 0 ? typedAmount(left) : "")
  }

  return (
    <fieldset className="flex flex-col gap-y-4">
      <legend className="txt-compact-small-plus mb-2 flex w-full items-center justify-between">
        {title}
      </legend>
      {lines.map((line, index) => (
        <div key={line.id} className="flex items-start gap-x-2">
          <div className="grow">
            <AmountField
              control={control}
              name={`lines.${index}.amount`}
              label={line.name}
              hint={t("refunds.lines.left", {
                amount: amountText(line.left, currencyCode),
              })}
              currencyCode={currencyCode}
              isDisabled={line.left <= 0}
              isOptional
            />
          </div>
          <Button
            type="button"
            size="small"
            variant="transparent"
            className="mt-7"
            disabled={line.left <= 0}
            aria-label={t("refunds.lines.allOf", { name: line.name })}
            onClick={() => take(index)}
          >
            {t("refunds.lines.all")}
          </Button>
        </div>
      ))}
      {lines.length > 1 && (
        <div>
          <Button
            type="button"
            size="small"
            variant="secondary"
            onClick={() => lines.forEach((_, index) => take(index))}
          >
            {t("refunds.lines.everything")}
          </Button>
        </div>
      )}
    </fieldset>
  )
}
