const fc = require("fast-check")

// A seed of its own in each run would fail a change for what it did not touch.
fc.configureGlobal({ seed: Number(process.env.FC_SEED ?? 1) })
