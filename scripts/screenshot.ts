/**
 * `npm run screenshot -- URL FILE.png [--width N] [--dark] [--whole] [--no-script]`: a page of a running instance as a picture, with
 * the browser that npm installed. Loopback URLs only.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { Command } from "commander";
import { openBrowser } from "./lib/browser.ts";

const command = new Command("screenshot")
  .argument("<url>", "a page on 127.0.0.1")
  .argument("<file>", "where the PNG goes")
  .option("--width <pixels>", "width of the window", "1280")
  .option("--height <pixels>", "height of the window", "800")
  .option("--dark", "dark colour scheme", false)
  .option("--whole", "the whole page, not the window", false)
  .option("--no-script", "as a reader without script sees it")
  .parse();
const [url = "", file = ""] = command.args;
const options = command.opts<{
  width: string;
  height: string;
  dark: boolean;
  whole: boolean;
  script: boolean;
}>();
if (!URL.canParse(url) || new URL(url).hostname !== "127.0.0.1") {
  console.error(`screenshot: ${url} is not a page on 127.0.0.1`);
  process.exit(2);
}

const folder = mkdtempSync(`${tmpdir()}/plumbline-browser-`);
const browser = await openBrowser(folder);
try {
  const page = await browser.newPage({
    viewport: { width: Number(options.width), height: Number(options.height) },
    colorScheme: options.dark ? "dark" : "light",
    javaScriptEnabled: options.script,
  });
  await page.goto(url);
  // Fonts are "optional": the second visit has them from the cache, as a reader's second page does.
  await page.reload();
  await page.screenshot({ path: file, fullPage: options.whole });
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
