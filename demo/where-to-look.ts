import type { RunningDemo } from "./start-demo"

/** Says what there is to see and how to get in. */
export function whereToLook({
  storefrontUrl,
  adminUrl,
  sandboxUrl,
  store,
  folder,
}: RunningDemo): string {
  return [
    "Where to look",
    `  Storefront           ${storefrontUrl}`,
    `  Medusa Admin         ${adminUrl}`,
    `                       sign in as ${store.admin.email}, password ${store.admin.password};`,
    "                       its first page takes about half a minute",
    `  Sandbox's console    ${sandboxUrl}`,
    `  Logs                 ${folder.root}`,
  ].join("\n")
}
