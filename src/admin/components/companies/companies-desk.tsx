import { useState } from "react"
import { useSearchParams } from "react-router-dom"

import { isNorwegianOrganizationNumber } from "../../lib/organization-number"
import { useTexts } from "../../lib/texts"
import { PageHeader } from "../page-header"
import { Section } from "../section"
import { CompanyLookup } from "./company-lookup"
import { InvoiceFeeSection } from "./invoice-fee-section"
import { StartVerificationDrawer } from "./start-verification-drawer"
import { StartedTable } from "./started-table"
import { VerificationLink } from "./verification-link"
import { VerificationsSection } from "./verifications-section"

const COMPANY = "company"

/** Everything about a company: its verifications and invoice fees, and a way to verify it. */
export const CompaniesDesk = () => {
  const t = useTexts()
  const [address, setAddress] = useSearchParams()
  const [link, setLink] = useState<string | undefined>(undefined)
  const named = address.get(COMPANY) ?? ""
  const companyId = isNorwegianOrganizationNumber(named) ? named : undefined

  const lookUp = (id: string) =>
    setAddress((current) => {
      const next = new URLSearchParams(current)
      next.set(COMPANY, id)
      return next
    })

  return (
    <>
      <PageHeader
        title={t("companies.title")}
        description={t("companies.description")}
        actions={<StartVerificationDrawer companyId={companyId} onStarted={setLink} />}
      />
      {link !== undefined && <VerificationLink url={link} />}
      <Section title={t("companies.which")}>
        <CompanyLookup key={companyId ?? ""} companyId={companyId} onLookUp={lookUp} />
      </Section>
      {companyId !== undefined && (
        <>
          <VerificationsSection companyId={companyId} />
          <InvoiceFeeSection companyId={companyId} />
        </>
      )}
      <StartedTable />
    </>
  )
}
