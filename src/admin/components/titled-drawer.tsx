import { Drawer } from "@medusajs/ui"
import type { ReactNode } from "react"

import { DrawerHeader } from "./drawer-header"

type TitledDrawerProps = {
  /** The button that opens the drawer, and gets the focus back when it closes. */
  trigger: ReactNode
  title: string
  description: string
  /** Mounted while the drawer is open. */
  children: ReactNode
}

/** A drawer whose close button has a name, and whose body can be scrolled by keyboard. */
export const TitledDrawer = ({ trigger, title, description, children }: TitledDrawerProps) => (
  <Drawer>
    <Drawer.Trigger asChild>{trigger}</Drawer.Trigger>
    <Drawer.Content>
      <DrawerHeader title={title} description={description} />
      <Drawer.Body className="overflow-y-auto p-0" tabIndex={0} role="region" aria-label={title}>
        {children}
      </Drawer.Body>
    </Drawer.Content>
  </Drawer>
)
