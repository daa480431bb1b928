import { Container, Heading, Text } from "@medusajs/ui"
import type { ReactNode } from "react"

type PageHeaderProps = {
  readonly title: string
  /** One sentence: what the page is for. */
  readonly description?: string
  /** Beside the title, such as the record's status. */
  readonly badge?: ReactNode
  /** Buttons at the right. */
  readonly actions?: ReactNode
}

/** The head of a page that is not a list: its one first-level heading. */
export const PageHeader = ({ title, description, badge, actions }: PageHeaderProps) => (
  <Container className="flex flex-wrap items-start justify-between gap-4 px-6 py-4">
    <div className="min-w-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Heading className="[overflow-wrap:anywhere]">{title}</Heading>
        {badge}
      </div>
      {description && (
        <Text size="small" className="text-ui-fg-subtle mt-1">
          {description}
        </Text>
      )}
    </div>
    {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
  </Container>
)
