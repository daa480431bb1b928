import { XMark } from "@medusajs/icons"
import { Drawer, Heading, IconButton } from "@medusajs/ui"
import type { ReactNode } from "react"

import { useTexts } from "../lib/texts"

type TitledDrawerProps = {
  /** The button that opens the drawer, and gets the focus back when it closes. */
  trigger: ReactNode
  title: string
  description: string
  /** Mounted while the drawer is open. */
  children: ReactNode
}

/** A drawer whose close button has a name, and whose body can be scrolled by keyboard. */
export const TitledDrawer = ({
  trigger,
  title,
  description,
  children,
}: TitledDrawerProps) => {
  const t = useTexts()

  return (
    <Drawer>
      <Drawer.Trigger asChild>{trigger}</Drawer.Trigger>
      <Drawer.Content>
        <div className="border-ui-border-base flex items-start justify-between gap-x-4 border-b px-6 py-4">
          <div className="flex flex-col gap-y-1">
            <Drawer.Title asChild>
              <Heading level="h2">{title}</Heading>
            </Drawer.Title>
            <Drawer.Description className="text-ui-fg-subtle txt-small">
              {description}
            </Drawer.Description>
          </div>
          <Drawer.Close asChild>
            <IconButton
              size="small"
              variant="transparent"
              type="button"
              aria-label={t("actions.close")}
            >
              <XMark />
            </IconButton>
          </Drawer.Close>
        </div>
        <Drawer.Body
          className="overflow-y-auto p-0"
          tabIndex={0}
          role="region"
          aria-label={title}
        >
          {children}
        </Drawer.Body>
      </Drawer.Content>
    </Drawer>
  )
}
