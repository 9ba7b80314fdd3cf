/** A font as bytes (wrangler.toml `[[rules]]`, type Data). */
declare module "*.woff2" {
  const data: ArrayBuffer;
  export default data;
}
