/**
 * Bytes that a list may have which comes without pages, and so grows with the account, where it is held as a whole: 64 MiB
 * hold about a million statuses of orders, or two hundred thousand credit checks. `ConnectClient.reduce` reads longer ones.
 */
export const LONGEST_LIST = 64 * 1024 * 1024
