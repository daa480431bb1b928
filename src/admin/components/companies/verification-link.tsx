import { Alert, Copy, Text } from "@medusajs/ui"

import { useTexts } from "../../lib/texts"

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
        <a
          href={url}
          target="_blank"
          rel="noreferrer"
          className="txt-small text-ui-fg-base underline underline-offset-2 [overflow-wrap:anywhere]"
        >
          {url}
        </a>
        <Copy
          content={url}
          aria-label={t("companies.verify.copyLink")}
          className="text-ui-fg-subtle focus-visible:shadow-borders-focus flex h-5 shrink-0 items-center rounded-md outline-none"
        />
      </div>
    </Alert>
  )
}
