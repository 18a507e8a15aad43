/** `decide`, computed once per text: in a large company most titles repeat. The cache never shrinks, so keep it for one call. */
export function remembering<T>(decide: (text: string | null) => T): (text: string | null) => T {
  const known = new Map<string | null, T>();
  return (text) => {
    const answer = known.get(text) ?? decide(text);
    known.set(text, answer);
    return answer;
  };
}

/** `decide`, computed once per text as long as at most `maxTexts` are remembered; then it begins anew. */
export function rememberingUpTo<T>(maxTexts: number, decide: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const answer = known.get(text);
    if (answer !== undefined || known.has(text)) return answer as T;
    if (known.size >= maxTexts) known.clear();
    const decided = decide(text);
    known.set(text, decided);
    return decided;
  };
}
