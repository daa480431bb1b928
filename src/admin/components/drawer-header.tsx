import { XMark } from "@medusajs/icons"
import { Drawer, Heading, IconButton } from "@medusajs/ui"

import { useTexts } from "../lib/texts"

/** Title, what the drawer is for, and a close button that has a name. */
export const DrawerHeader = ({ title, description }: { title: string; description: string }) => {
  const t = useTexts()

  return (
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
  )
}
