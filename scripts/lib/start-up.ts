import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { root } from "./bundle.ts";

/** The parts of a V8 CPU profile that are read here. */
interface CpuProfile {
  readonly nodes: readonly { readonly id: number; readonly callFrame: { readonly functionName: string } }[];
  readonly samples: readonly number[];
  /** Microseconds between samples. */
  readonly timeDeltas: readonly number[];
}

/**
 * Milliseconds of CPU that the Worker's global scope takes at start, by `wrangler check startup`: all samples but idle
 * and program time. The least of three runs, since everything else on the machine only adds.
 */
export async function startUpActiveMs(): Promise<number> {
  const folder = mkdtempSync(`${tmpdir()}/plumbline-start-up-`);
  try {
    const runs = [1, 2, 3].map((run) => profileOnce(`${folder}/${run}.cpuprofile`));
    return Math.min(...runs);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function profileOnce(file: string): number {
  const args = ["check", "startup", "--outfile", file];
  const result = spawnSync(process.execPath, [`${root}node_modules/wrangler/bin/wrangler.js`, ...args], {
    cwd: root,
    encoding: "utf8",
    env: { ...process.env, CI: "true", WRANGLER_SEND_METRICS: "false", CLOUDFLARE_CF_FETCH_ENABLED: "false" },
  });
  if (result.status !== 0)
    throw new Error(`wrangler check startup failed:\n${result.stdout}${result.stderr}`);
  const profile = JSON.parse(readFileSync(file, "utf8")) as CpuProfile;
  const names = new Map(profile.nodes.map((node) => [node.id, node.callFrame.functionName]));
  const waiting = new Set(["(idle)", "(program)", "(root)"]);
  const activeUs = profile.samples.reduce(
    (sum, sample, index) =>
      waiting.has(names.get(sample) ?? "") ? sum : sum + (profile.timeDeltas[index] ?? 0),
    0,
  );
  return activeUs / 1000;
}
