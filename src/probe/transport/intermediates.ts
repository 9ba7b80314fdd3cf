export const INTERMEDIATES: readonly string[] = [];
