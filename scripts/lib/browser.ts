import { writeFileSync } from "node:fs";
import type { Browser } from "playwright-core";

/**
 * Opens the headless browser that npm installed, unpacked into `folder` with the libraries and the font it brings, and
 * with none of its unsafe arguments.
 */
export async function openBrowser(folder: string): Promise<Browser> {
  // Makes the package unpack its shared libraries; read when it is imported, as is the place to unpack to.
  process.env["AWS_EXECUTION_ENV"] = "AWS_Lambda_nodejs22.x";
  process.env["TMPDIR"] = folder;
  const [{ default: chromium }, { chromium: playwright }] = await Promise.all([
    import("@sparticuz/chromium"),
    import("playwright-core"),
  ]);
  const executablePath = await chromium.executablePath();
  // The package's own configuration names fixed folders; without any font a page crashes.
  const fontconfig = `${folder}/fonts.conf`;
  writeFileSync(
    fontconfig,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>${folder}/fonts</dir><dir>/usr/share/fonts</dir><cachedir>${folder}/font-cache</cachedir></fontconfig>`,
  );
  return playwright.launch({
    executablePath,
    env: { ...process.env, FONTCONFIG_FILE: fontconfig },
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-dev-shm-usage",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--no-first-run",
    ],
  });
}
