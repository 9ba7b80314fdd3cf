import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { lockState, unlockState } from "./state-lock.ts";

const newFolder = () => mkdtempSync(`${tmpdir()}/plumbline-lock-`);
/** No process has this pid: Linux and macOS stop counting before. */
const GONE = { pid: 2 ** 22 + 5, startedAt: "2026-01-01T00:00:00.000Z", site: "http://127.0.0.1:1" };

/** Takes the lock in a process named like the real one, and holds it until its stdin closes. */
function startHolder(folder: string) {
  const program = `${mkdtempSync(`${tmpdir()}/plumbline-lock-`)}/start.ts`;
  const lock = fileURLToPath(new URL("state-lock.ts", import.meta.url));
  writeFileSync(
    program,
    `import { lockState } from ${JSON.stringify(lock)};
     process.stdin.on("close", () => process.exit(0)).resume();
     console.log(lockState(${JSON.stringify(folder)}, "http://127.0.0.1:2") ?? "taken");`,
  );
  const child = spawn(process.execPath, [program], { stdio: ["pipe", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const said = new Promise<string>((resolve) =>
    child.stdout.once("data", (text) => resolve(String(text).trim())),
  );
  return { child, said };
}

test("a folder that a running start holds is refused with its pid and its site", async () => {
  const folder = newFolder();
  const { child, said } = startHolder(folder);
  expect(await said).toBe("taken");
  expect(lockState(folder, "http://127.0.0.1:3")).toMatch(
    new RegExp(`held by process ${child.pid}, .*serving http://127.0.0.1:2`),
  );
});

test.each<[string, string]>([
  ["a process that is gone", JSON.stringify(GONE)],
  ["nobody: it is empty", ""],
  ["nobody: it is half written", '{"pid":'],
  ["nobody: it is JSON of another shape", '{"pid":"1"}'],
  ["process 0, which every process may signal", '{"pid":0,"startedAt":"","site":""}'],
  ["null", "null"],
])("a lock of %s is taken over", (_whose, text) => {
  const folder = newFolder();
  writeFileSync(`${folder}/holder.json`, text);
  expect(lockState(folder, "http://127.0.0.1:3")).toBeNull();
  expect(JSON.parse(readFileSync(`${folder}/holder.json`, "utf8"))).toMatchObject({ pid: process.pid });
  expect(readdirSync(folder)).toEqual(["holder.json"]);
  unlockState(folder);
  expect(readdirSync(folder)).toEqual([]);
});

test("a folder in the place of the lock is moved away", () => {
  const folder = newFolder();
  mkdirSync(`${folder}/holder.json/x`, { recursive: true });
  expect(lockState(folder, "http://127.0.0.1:3")).toBeNull();
  unlockState(folder);
});

test("of starts at once on one old lock, one takes the folder", async () => {
  const folder = newFolder();
  writeFileSync(`${folder}/holder.json`, JSON.stringify(GONE));
  const said = await Promise.all(Array.from({ length: 4 }, () => startHolder(folder).said));
  expect(said.filter((text) => text === "taken")).toHaveLength(1);
  expect(readdirSync(folder)).toEqual(["holder.json"]);
});

test("a folder that cannot be made or written is named in one line", () => {
  const file = `${newFolder()}/file`;
  writeFileSync(file, "");
  expect(lockState(file, "http://127.0.0.1:3")).toMatch(
    /^the state folder .*file cannot be used: .*--state$/,
  );
});

test("a folder below one that takes none is refused at once", () => {
  expect(lockState("/proc/plumbline/state", "http://127.0.0.1:3")).toMatch(
    /^the state folder .*state cannot be used: .*--state$/,
  );
});

test("a disk without room is named with what is needed, before anything is written", () => {
  const folder = newFolder();
  expect(lockState(folder, "http://127.0.0.1:3", () => 63)).toBe(
    `the disk of the state folder ${folder} has 63 MiB left and at least 64 are needed; make room, or choose another with --state`,
  );
  expect(readdirSync(folder)).toEqual([]);
});

test("a folder is made with those above it", () => {
  const folder = `${newFolder()}/a/b`;
  expect(lockState(folder, "http://127.0.0.1:3")).toBeNull();
  unlockState(folder);
});

test("a folder that holds something else is not taken", () => {
  const folder = newFolder();
  writeFileSync(`${folder}/thesis.tex`, "");
  expect(lockState(folder, "http://127.0.0.1:3")).toMatch(/holds thesis.tex, which is no state of Plumbline/);
  expect(readdirSync(folder)).toEqual(["thesis.tex"]);
});
