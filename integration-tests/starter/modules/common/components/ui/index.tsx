import React, { type ButtonHTMLAttributes, forwardRef, type HTMLAttributes } from "react"

type TextProps = HTMLAttributes<HTMLParagraphElement> & { as?: "p" | "span" | "div" }

export const Text = forwardRef<HTMLParagraphElement, TextProps>(({ as: _as, ...props }, ref) => (
  <p ref={ref} {...props} />
))
Text.displayName = "Text"

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  variant?: "primary" | "secondary" | "transparent"
  size?: "small" | "medium" | "large"
  isLoading?: boolean
}

export const Button = forwardRef<HTMLButtonElement, ButtonProps>(
  ({ variant: _variant, size: _size, isLoading, disabled, children, ...props }, ref) => (
    <button ref={ref} disabled={disabled || isLoading} {...props}>
      {isLoading ? "Loading..." : children}
    </button>
  )
)
Button.displayName = "Button"
