import React from "react"

type InputProps = Omit<Omit<React.InputHTMLAttributes<HTMLInputElement>, "size">, "placeholder"> & {
  label: string
  errors?: Record<string, unknown>
  touched?: Record<string, unknown>
  name: string
  topLabel?: string
}

const Input = React.forwardRef<HTMLInputElement, InputProps>(({ label, name, ...props }, ref) => (
  <>
    <label htmlFor={name}>{label}</label>
    <input name={name} {...props} ref={ref} />
  </>
))

Input.displayName = "Input"

export default Input
