import sans from "@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2";
import serif from "@fontsource-variable/source-serif-4/files/source-serif-4-latin-wght-normal.woff2";

/** The two faces of the site (SIL Open Font License 1.1), served by this Worker; other scripts fall back to the system's. */
export const FONTS = {
  "/fonts/source-serif-4.1.woff2": { family: "Source Serif 4", data: serif },
  "/fonts/source-sans-3.1.woff2": { family: "Source Sans 3", data: sans },
} as const;

/** `optional` never moves text that has been painted: a late font waits for the next page. */
export const FONT_FACES = Object.entries(FONTS)
  .map(
    ([path, { family }]) =>
      `@font-face{font-family:"${family}";src:url("${path}") format("woff2");font-weight:200 900;font-display:optional;unicode-range:U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215}`,
  )
  .join("\n");
