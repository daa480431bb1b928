import { describedBy, FieldProblem } from "./field"

type SelectFieldProps = {
  name: string
  label: string
  value: string
  options: readonly { value: string; label: string }[]
  onChange: (value: string) => void
  problem?: string
}

/** A list to choose from, with its label and what is wrong with it. */
export const SelectField = ({
  name,
  label,
  value,
  options,
  onChange,
  problem,
}: SelectFieldProps) => (
  <div className={problem ? "field field-wrong" : "field"}>
    <label htmlFor={name}>{label}</label>
    <select
      id={name}
      name={name}
      value={value}
      aria-invalid={problem ? true : undefined}
      aria-describedby={describedBy(name, { problem })}
      onChange={(event) => onChange(event.target.value)}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
    <FieldProblem name={name} problem={problem} />
  </div>
)
