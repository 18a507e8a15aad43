/** `decide`, computed once per text: in a large company most titles repeat. The cache never shrinks, so keep it for one call. */
export function remembering<T>(decide: (text: string | null) => T): (text: string | null) => T {
  const known = new Map<string | null, T>();
  return (text) => {
    const answer = known.get(text) ?? decide(text);
    known.set(text, answer);
    return answer;
  };
}
