/** As Next.js extends `fetch`. */
interface RequestInit {
  next?: { revalidate?: number | false; tags?: string[] }
}
