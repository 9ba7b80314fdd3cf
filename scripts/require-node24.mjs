/** Preloaded by every script: says in one line what is missing instead of a syntax error from an older Node. */
const major = Number(process.versions.node.split(".")[0]);
if (major !== 24) {
  console.error(
    `Plumbline's scripts need Node 24 and found ${process.version}. "npm ci" installs it locked for Linux (x64, arm64) and macOS (arm64); elsewhere install Node 24 yourself and run this again.`,
  );
  process.exit(1);
}
