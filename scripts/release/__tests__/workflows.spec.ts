import { readFileSync } from "node:fs"

const workflow = (name: string) => readFileSync(`.github/workflows/${name}.yml`, "utf8")

const release = workflow("release")

/** The jobs of the release, by their names. */
const jobs = Object.fromEntries(
  release
    .slice(release.indexOf("\njobs:\n"))
    .split(/^ {2}(?=\w+:$)/m)
    .slice(1)
    .map((job) => [job.slice(0, job.indexOf(":")), job])
)
const jobNames = Object.keys(jobs)
const job = (name: string) => jobs[name] ?? ""

describe("the release workflow", () => {
  it("tests and packs before it publishes, and announces what is published", () => {
    expect(jobNames).toEqual(["test", "pack", "publish", "announce"])
    expect(job("test")).toContain("uses: ./.github/workflows/ci.yml")
    expect(job("publish")).toContain("needs: [test, pack]")
    expect(job("announce")).toContain("needs: publish")
  })

  it("names the repository before it packs, and publishes what was packed", () => {
    const named = job("pack").indexOf("scripts/release/name-repository.ts")

    expect(named).toBeGreaterThan(0)
    expect(job("pack").indexOf("npm pack")).toBeGreaterThan(named)
    expect(job("publish")).toMatch(/npm publish \S+\.tgz --provenance/)
  })

  it("gives the right to publish to one job only, which runs nothing of the project or its packages", () => {
    const withRight = (right: string) => jobNames.filter((name) => job(name).includes(right))

    expect(release).toContain("\npermissions: {}\n")
    expect(withRight("id-token: write")).toEqual(["publish"])
    expect(withRight("environment:")).toEqual(["publish"])
    expect(withRight("contents: write")).toEqual(["announce"])
    for (const name of ["publish", "announce"]) {
      expect(job(name)).not.toMatch(
        /actions\/checkout|npm (ci|cit|install|run)|npx|scripts\/|\.ci\//
      )
    }
    expect(job("publish")).toContain("--ignore-scripts")
  })
})

describe("continuous integration", () => {
  const ci = workflow("ci")

  it("is what a release runs, too", () => {
    expect(ci).toMatch(/^ {2}workflow_call:$/m)
  })

  it("runs everything, and fails where a part could not run", () => {
    expect(ci).toMatch(/run: \.ci\/run\n +env:\n +MUST_RUN_ALL: "true"/)
    expect(ci).toMatch(/apt-get install .* redis-server php-cli ruby/)
  })
})

describe("the actions", () => {
  it.each(["ci", "release"])("of %s are pinned by commit, with the version beside it", (name) => {
    const used = workflow(name).match(/uses: (?!\.\/).*/g) ?? []

    expect(used.length).toBeGreaterThan(0)
    for (const action of used) {
      expect(action).toMatch(/^uses: [\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
    }
  })
})
