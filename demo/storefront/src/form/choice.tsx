import type { ReactNode } from "react"
import { useLanguage } from "../texts/language"
import { FieldProblem } from "./field"

export type Option = {
  value: string
  label: string
  description?: string
  /** Stands at the end of the row, such as a price. */
  aside?: string
}

type ChoiceProps = {
  name: string
  legend: string
  /** Absent while they are being fetched. */
  options: readonly Option[] | undefined
  value: string
  onChange: (value: string) => void
  problem?: string
  children?: ReactNode
}

/** A group of radio buttons, each a whole row to press. */
export const Choice = ({
  name,
  legend,
  options,
  value,
  onChange,
  problem,
  children,
}: ChoiceProps) => {
  const { texts } = useLanguage()
  return (
    <fieldset
      role="radiogroup"
      aria-invalid={problem ? true : undefined}
      className={problem ? "choice field-wrong" : "choice"}
      aria-describedby={problem ? `${name}-problem` : undefined}
    >
      <legend>{legend}</legend>
      {!options && <p className="quiet">{texts.checkout.oneMoment}</p>}
      {options?.map((option, index) => (
        <label key={option.value} className="choice-row">
          <input
            type="radio"
            // The first one takes the focus when the choice is not made.
            id={index === 0 ? name : undefined}
            name={name}
            value={option.value}
            checked={value === option.value}
            onChange={() => onChange(option.value)}
          />
          <span className="choice-text">
            <span>{option.label}</span>
            {option.description && <span className="quiet">{option.description}</span>}
          </span>
          {option.aside && <span className="choice-aside">{option.aside}</span>}
        </label>
      ))}
      <FieldProblem name={name} problem={problem} />
      {children}
    </fieldset>
  )
}
