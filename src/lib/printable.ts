/** Control, format and line-separating characters, which names and titles must not contain. */
export const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
