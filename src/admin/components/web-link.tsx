import { clx } from "@medusajs/ui"

import { isWebAddress } from "../lib/web-address"

type WebLinkProps = {
  /** As the service gave it. */
  address: string
  className?: string
}

/** An address of the service's, written out: a link where it is one on the web, plain text otherwise. */
export const WebLink = ({ address, className }: WebLinkProps) =>
  isWebAddress(address) ? (
    <a
      href={address}
      target="_blank"
      rel="noreferrer"
      className={clx(
        "text-ui-fg-base focus-visible:shadow-borders-focus rounded-sm underline underline-offset-2 outline-none",
        className
      )}
    >
      {address}
    </a>
  ) : (
    <span className={className}>{address}</span>
  )
