const UNRELEASED = "## [Unreleased]"

const headingOf = (version: string) => `## [${version}]`

/** The text below a heading of the second level, up to the next one; undefined when there is no such heading. */
function sectionBelow(changelog: string, heading: string): string | undefined {
  const [, after] = changelog.split(new RegExp(`^${escaped(heading)}.*$`, "m"))
  return after?.split(/^## /m)[0]?.trim()
}

const escaped = (text: string) => text.replace(/[.[\]]/g, "\\$&")

/**
 * What a version brings, as the changelog says it.
 *
 * @throws Error when the changelog says nothing of the version
 */
export function notesOf(changelog: string, version: string): string {
  const notes = sectionBelow(changelog, headingOf(version))
  if (!notes) {
    throw new Error(`CHANGELOG.md says nothing of version ${version}.`)
  }
  return notes
}

/**
 * Gives what was not released yet its version.
 *
 * @param date of the release, `YYYY-MM-DD`
 * @throws Error when there is nothing to release, or the version is there already
 */
export function cutRelease(changelog: string, version: string, date: string): string {
  if (sectionBelow(changelog, headingOf(version)) !== undefined) {
    throw new Error(`CHANGELOG.md has version ${version} already.`)
  }
  if (!sectionBelow(changelog, UNRELEASED)) {
    throw new Error(`CHANGELOG.md has nothing below ${UNRELEASED}.`)
  }
  return changelog.replace(UNRELEASED, `${UNRELEASED}\n\n${headingOf(version)} - ${date}`)
}
