/** Norway's: nine digits. */
export const NORWEGIAN_ORGANIZATION_NUMBER = /^\d{9}$/

/** Any country's: the documentation asks for letters and digits, and countries differ in length. */
export const ORGANIZATION_NUMBER = /^[A-Za-z0-9]{1,20}$/

/**
 * Whether a text is an organization number, without spaces and hyphens.
 *
 * @param country ISO 3166-1 alpha-2 code of the organization's address, where it is known
 */
export const isOrganizationNumber = (text: string, country?: string): boolean =>
  (country === "NO" ? NORWEGIAN_ORGANIZATION_NUMBER : ORGANIZATION_NUMBER).test(text)
