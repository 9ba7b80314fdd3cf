export const PATTERNS: readonly { readonly id: string }[] = [];

export function matchPatterns(_text: string): string[] {
  return [];
}
