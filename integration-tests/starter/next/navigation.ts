/** Next.js ends an action by this error, and goes where it leads when it comes to the browser unhandled. */
export class Redirect extends Error {
  constructor(readonly url: string) {
    super("NEXT_REDIRECT")
  }
}

export function redirect(url: string): never {
  throw new Redirect(url)
}

export function unstable_rethrow(error: unknown): void {
  if (error instanceof Redirect) {
    throw error
  }
}

export const usePathname = (): string => window.location.pathname

export const useRouter = () => ({
  push(href: string, _options?: { scroll?: boolean }): void {
    window.history.pushState(null, "", href)
    window.dispatchEvent(new PopStateEvent("popstate"))
  },
})
