import { Alert, Copy, Text } from "@medusajs/ui"

import { useTexts } from "../../lib/texts"
import { WebLink } from "../web-link"

type VerificationLinkProps = {
  url: string
}

/** The link that the merchant passes on to the company. */
export const VerificationLink = ({ url }: VerificationLinkProps) => {
  const t = useTexts()

  return (
    <Alert variant="success" role="status" className="bg-ui-bg-base">
      <Text as="span" size="small" leading="compact" weight="plus">
        {t("companies.verify.passOn")}
      </Text>
      <div className="mt-1 flex items-start justify-between gap-x-2">
        <WebLink address={url} className="txt-small [overflow-wrap:anywhere]" />
        <Copy
          content={url}
          aria-label={t("companies.verify.copyLink")}
          className="text-ui-fg-subtle focus-visible:shadow-borders-focus flex h-5 shrink-0 items-center rounded-md outline-none"
        />
      </div>
    </Alert>
  )
}
