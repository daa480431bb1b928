import { Minus, Plus } from "@medusajs/icons"
import { Button, IconButton, Text } from "@medusajs/ui"
import { type Control, useWatch } from "react-hook-form"

import type { DrawerForm } from "../components/drawers"
import { AmountField } from "../components/form"
import { useAmountText } from "../components/values"
import { readAmount, sumOf, typedAmount } from "../lib/form-values"
import { useTexts } from "../lib/texts"
import {
  amountOfPieces,
  type ChoosableLine,
  isCounted,
  piecesLeft,
  piecesOf,
  typedTotal,
} from "./data"

type LineValues = { lines: { amount: string }[] }

type LineAmountFieldsProps<Values extends LineValues> = {
  form: DrawerForm<Values>
  /** Names the fields for a screen reader. */
  title: string
  lines: readonly ChoosableLine[]
  /** What can be chosen of all lines together, where it may be less than is left of them; major units. */
  most?: number
  currencyCode: string
}

/** One amount field a line, with what is left of it and a button that takes all of that. */
export const LineAmountFields = <Values extends LineValues>({
  form,
  title,
  lines,
  most = Infinity,
  currencyCode,
}: LineAmountFieldsProps<Values>) => {
  const t = useTexts()
  const amountText = useAmountText()
  const control = form.control as unknown as Control<LineValues, unknown, unknown>

  const typed = useWatch({ control, name: "lines" })
  const total = typedTotal(typed)
  const leftOfLines = sumOf(lines.map((line) => line.left))
  const left = Math.min(most, leftOfLines)

  const put = (index: number, amount: number) => {
    const setValue = form.setValue as unknown as (name: string, value: string) => void
    setValue(`lines.${index}.amount`, amount > 0 ? typedAmount(amount) : "")
  }
  const take = (index: number) => put(index, lines[index]?.left ?? 0)

  return (
    <fieldset className="flex flex-col gap-y-4">
      <legend className="txt-compact-small-plus mb-2 flex w-full items-center justify-between">
        {title}
      </legend>
      {left < leftOfLines && (
        <Text size="small" className="text-ui-fg-subtle">
          {t("refunds.lines.limit", { amount: amountText(left, currencyCode) })}
        </Text>
      )}
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
            {isCounted(line) && line.left > 0 && (
              <PieceButtons
                name={line.name}
                pieces={piecesOf(line, readAmount(typed[index]?.amount ?? "") ?? 0)}
                most={piecesLeft(line)}
                onChoose={(pieces) => put(index, amountOfPieces(line, pieces))}
              />
            )}
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
      {lines.length > 1 && left === leftOfLines && (
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
      <output className="txt-compact-small bg-ui-bg-subtle flex flex-wrap justify-between gap-x-4 rounded-md px-3 py-2">
        <span className="txt-compact-small-plus">
          {t("refunds.lines.total", { amount: amountText(total, currencyCode) })}
        </span>
        <span className="text-ui-fg-subtle">
          {t("refunds.lines.leftAfter", {
            amount: amountText(Math.max(0, sumOf([left, -total])), currencyCode),
          })}
        </span>
      </output>
    </fieldset>
  )
}

type PieceButtonsProps = {
  /** The line's. */
  name: string
  /** Undefined where the typed amount is that of no number of pieces. */
  pieces: number | undefined
  most: number
  onChoose: (pieces: number) => void
}

/** Chooses of a line by its pieces; the amount follows. */
const PieceButtons = ({ name, pieces, most, onChoose }: PieceButtonsProps) => {
  const t = useTexts()
  const chosen = pieces ?? 0

  return (
    <div
      role="group"
      aria-label={t("refunds.pieces.of", { name })}
      className="mt-2 flex items-center gap-x-2"
    >
      <IconButton
        type="button"
        size="small"
        disabled={chosen <= 0}
        aria-label={t("refunds.pieces.fewer", { name })}
        onClick={() => onChoose(chosen - 1)}
      >
        <Minus />
      </IconButton>
      <span className="txt-compact-small tabular-nums" aria-live="polite">
        {t("refunds.pieces.chosen", { pieces: pieces ?? "–", most })}
      </span>
      <IconButton
        type="button"
        size="small"
        disabled={chosen >= most}
        aria-label={t("refunds.pieces.more", { name })}
        onClick={() => onChoose(chosen + 1)}
      >
        <Plus />
      </IconButton>
    </div>
  )
}
