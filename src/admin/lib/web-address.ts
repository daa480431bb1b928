/** Whether a text from elsewhere is an address on the web, and so can stand behind a link: React lets scripts through. */
export const isWebAddress = (text: string): boolean => {
  try {
    return ["http:", "https:"].includes(new URL(text).protocol)
  } catch {
    return false
  }
}
