import { Container, Heading, Text } from "@medusajs/ui"
import { type ReactNode, useId } from "react"

type SectionProps = {
  readonly title: string
  /** One sentence under the title. */
  readonly description?: string
  /** Beside the title: a status, or buttons. */
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** A part of a page with its own heading, found by screen readers as a region. Its children draw their own padding. */
export const Section = ({ title, description, actions, children }: SectionProps) => {
  const headingId = useId()

  return (
    <Container role="region" aria-labelledby={headingId} className="divide-y p-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-6 py-4">
        <div>
          <Heading level="h2" id={headingId}>
            {title}
          </Heading>
          {description && (
            <Text size="small" className="text-ui-fg-subtle mt-1">
              {description}
            </Text>
          )}
        </div>
        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </div>
      {children}
    </Container>
  )
}
