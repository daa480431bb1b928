import React, { forwardRef, type SelectHTMLAttributes } from "react"

export type NativeSelectProps = {
  placeholder?: string
  errors?: Record<string, unknown>
  touched?: Record<string, unknown>
} & SelectHTMLAttributes<HTMLSelectElement>

const NativeSelect = forwardRef<HTMLSelectElement, NativeSelectProps>((props, ref) => (
  <select ref={ref} {...props} />
))

NativeSelect.displayName = "NativeSelect"

export default NativeSelect
