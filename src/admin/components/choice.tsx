import { Badge, clx, Hint, Label, RadioGroup, Text } from "@medusajs/ui"
import { Fragment, type ReactNode, useEffect, useId, useRef } from "react"
import { type Control, type FieldPath, type FieldValues, useController } from "react-hook-form"

import { useTexts } from "../lib/texts"
import { type FieldProps, useFieldError } from "./form"

/** One of several ways; what speaks for it stands under its label. */
type Choice = {
  readonly value: string
  readonly label: string
  readonly isDisabled?: boolean
  readonly children?: ReactNode
}

type ChoiceFieldProps<Values extends FieldValues, Name extends FieldPath<Values>> = Pick<
  FieldProps<Values, Name>,
  "control" | "name" | "label"
> & {
  readonly choices: readonly Choice[]
  /** Hears of the choice, for what depends on it outside the form. */
  readonly onChoose?: (value: string) => void
}

/** One of several, side by side with what is known of each; its value in the form is the choice's value. */
export const ChoiceField = <Values extends FieldValues, Name extends FieldPath<Values>>({
  control,
  name,
  label,
  choices,
  onChoose,
}: ChoiceFieldProps<Values, Name>) => {
  const id = useId()
  const inWords = useFieldError()
  const {
    field: { ref, value, onChange, onBlur },
    fieldState: { error },
  } = useController({ control: control as Control<Values>, name })
  const group = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The choices may come after the form has opened, whose fields have the focus then.
    if (!group.current?.closest("form")?.contains(document.activeElement)) {
      group.current?.querySelector<HTMLElement>("[role=radio]:not([disabled])")?.focus()
    }
  }, [])
  const first = choices.find(({ isDisabled }) => !isDisabled)?.value

  return (
    <div className="flex flex-col gap-y-2">
      <Text as="span" size="small" leading="compact" weight="plus" id={`${id}-label`}>
        {label}
      </Text>
      <RadioGroup
        ref={group}
        value={value ?? ""}
        onValueChange={(chosen) => {
          onChange(chosen)
          onChoose?.(chosen)
        }}
        onBlur={onBlur}
        aria-labelledby={`${id}-label`}
        aria-describedby={error && `${id}-error`}
        aria-invalid={error !== undefined}
        aria-required
      >
        {choices.map((choice) => (
          <div
            key={choice.value}
            className={clx(
              "shadow-borders-base bg-ui-bg-component grid grid-cols-[auto_1fr] items-start gap-x-2 rounded-md px-3 py-2.5",
              choice.value === value && "shadow-borders-interactive-with-active",
              choice.isDisabled && "bg-ui-bg-subtle"
            )}
          >
            <RadioGroup.Item
              id={`${id}-${choice.value}`}
              value={choice.value}
              disabled={choice.isDisabled ?? false}
              aria-describedby={choice.children ? `${id}-${choice.value}-about` : undefined}
              {...(choice.value === first && { ref })}
            />
            <div className="flex min-w-0 flex-col gap-y-2">
              <Label htmlFor={`${id}-${choice.value}`} size="small" weight="plus">
                {choice.label}
              </Label>
              {choice.children && <div id={`${id}-${choice.value}-about`}>{choice.children}</div>}
            </div>
          </div>
        ))}
      </RadioGroup>
      {error && (
        <Hint id={`${id}-error`} variant="error" role="alert">
          {inWords(error.message)}
        </Hint>
      )}
    </div>
  )
}

/** A fact of something that is compared with what was sent. */
type ComparedFact = {
  readonly label: string
  readonly value: ReactNode
  /** Whether it contradicts what was sent. */
  readonly differs?: boolean
}

/** Facts of what was sent, or of what may be the same at the service; in one order, so that they can be compared. */
export const ComparedFacts = ({ facts }: { facts: readonly ComparedFact[] }) => {
  const t = useTexts()

  return (
    <dl className="txt-compact-small grid grid-cols-[9rem_1fr] items-baseline gap-x-3 gap-y-1">
      {facts.map(({ label, value, differs = false }) => (
        <Fragment key={label}>
          <dt className="text-ui-fg-subtle">{label}</dt>
          <dd className="flex flex-wrap items-center gap-2 [overflow-wrap:anywhere]">
            {value}
            {differs && (
              <Badge size="2xsmall" color="red">
                {t("settle.differs")}
              </Badge>
            )}
          </dd>
        </Fragment>
      ))}
    </dl>
  )
}

type EvidenceBoxProps = { readonly title: string; readonly children: ReactNode }

/** What staff compare with, above what they choose from. */
export const EvidenceBox = ({ title, children }: EvidenceBoxProps) => (
  <div className="bg-ui-bg-subtle shadow-borders-base flex flex-col gap-y-2 rounded-md px-3 py-2.5">
    <Text size="small" leading="compact" weight="plus">
      {title}
    </Text>
    {children}
  </div>
)
