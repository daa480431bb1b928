/**
 * Bytes that a list may have which comes without pages, and so grows with the account: 64 MiB hold about half a million
 * statuses of orders, or two hundred thousand credit checks.
 */
export const LONGEST_LIST = 64 * 1024 * 1024
