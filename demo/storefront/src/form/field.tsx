import type { InputHTMLAttributes, ReactNode } from "react"
import { useLanguage } from "../texts/language"

type FieldProps = {
  /** Also the id of the input. */
  name: string
  label: string
  value: string
  onChange: (value: string) => void
  hint?: string
  problem?: string
  optional?: boolean
  children?: ReactNode
} & Pick<
  InputHTMLAttributes<HTMLInputElement>,
  "type" | "autoComplete" | "inputMode" | "autoCapitalize" | "spellCheck" | "maxLength"
>

/** A text field with its label, its hint and, beside it, what is wrong with it. */
export const Field = ({
  name,
  label,
  value,
  onChange,
  hint,
  problem,
  optional = false,
  children,
  ...input
}: FieldProps) => {
  const { texts } = useLanguage()
  return (
    <div className={problem ? "field field-wrong" : "field"}>
      <label htmlFor={name}>
        {label}
        {optional && <span className="quiet"> {texts.checkout.optional}</span>}
      </label>
      {hint && (
        <p id={`${name}-hint`} className="field-hint">
          {hint}
        </p>
      )}
      <input
        {...input}
        id={name}
        name={name}
        value={value}
        required={!optional}
        aria-invalid={problem ? true : undefined}
        aria-describedby={describedBy(name, { hint, problem })}
        onChange={(event) => onChange(event.target.value)}
      />
      <FieldProblem name={name} problem={problem} />
      {children}
    </div>
  )
}

/** The sentence beside a field that is not right. */
export const FieldProblem = ({ name, problem }: { name: string; problem?: string }) =>
  problem ? (
    <p id={`${name}-problem`} className="field-error">
      {problem}
    </p>
  ) : null

/** Ids of the texts that describe a field. */
export const describedBy = (
  name: string,
  { hint, problem }: { hint?: string; problem?: string }
): string | undefined =>
  [problem && `${name}-problem`, hint && `${name}-hint`].filter(Boolean).join(" ") || undefined
