/** What of package.json says where the sources are. */
export type Whereabouts = {
  repository: { type: "git"; url: string }
  homepage: string
  bugs: string
}

/** A page's picture, beside the page in the repository. */
const PICTURE = /\]\((images\/[\w-]+\.png)\)/g

/**
 * A page of `docs/` whose pictures are found by their address. The package leaves them out: they would make half of it.
 *
 * @param tag of the release that the page belongs to
 */
export const withPicturesOf = ({ homepage }: Whereabouts, tag: string, page: string): string =>
  page.replace(PICTURE, `](${homepage.replace("#readme", "")}/raw/${tag}/docs/$1)`)

/**
 * Where the sources of a release are, as the forge that runs the workflow says it. npm compares it with what it attests,
 * letter by letter, so it is not written by hand.
 *
 * @param env the variables of a workflow's run
 * @throws Error when it is no such run
 */
export function whereaboutsOf({
  GITHUB_SERVER_URL: server,
  GITHUB_REPOSITORY: repository,
}: NodeJS.ProcessEnv): Whereabouts {
  if (!server || !repository) {
    throw new Error(
      "Nothing says where the sources are: GITHUB_SERVER_URL and GITHUB_REPOSITORY are set by the release workflow. npm refuses to publish with provenance without a repository."
    )
  }
  const address = `${server}/${repository}`
  return {
    repository: { type: "git", url: `git+${address}.git` },
    homepage: `${address}#readme`,
    bugs: `${address}/issues`,
  }
}
