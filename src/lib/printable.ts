/** Control, format and line-separating characters: they cost storage and mislead readers. */
export const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
