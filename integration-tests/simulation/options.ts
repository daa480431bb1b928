/** The plugin's options in every history. */
export const options = {
  baseUrl: "https://service.test",
  token: "test-token",
  callbackBaseUrl: "https://shop.test",
  encryptionKey: Buffer.alloc(32, 7).toString("base64"),
  personalNumber: { checkDigits: false, acceptSynthetic: true },
}
