const plain = /^[\p{L}\p{N}]{7,}$/u;

/** A code in groups of four for reading; one with separators stays as it is. Copying gives it without spaces. */
export function inFours(code: string): string[] {
  if (!plain.test(code)) return [code];
  return code.match(/.{1,4}/gu) ?? [code];
}
