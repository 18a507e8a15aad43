/** `decide`, computed once per text as long as at most `maxTexts` are remembered; then it begins anew. */
export function rememberingUpTo<Text extends string | null, T>(maxTexts: number, decide: (text: Text) => T) {
  const known = new Map<Text, T>();
  return (text: Text): T => {
    const answer = known.get(text);
    if (answer !== undefined || known.has(text)) return answer as T;
    if (known.size >= maxTexts) known.clear();
    const decided = decide(text);
    known.set(text, decided);
    return decided;
  };
}

/** The same without a bound, so keep it for one call: in a large company most titles repeat. */
export function remembering<T>(decide: (text: string | null) => T): (text: string | null) => T {
  return rememberingUpTo(Number.POSITIVE_INFINITY, decide);
}
