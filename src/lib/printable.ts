/** Control, format and line-separating characters and halves of characters, which names and titles must not contain. */
export const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;
