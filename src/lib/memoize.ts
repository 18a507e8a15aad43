/** `decide`, but once per text: in a large company most titles occur many times. Keep it for one call, it forgets nothing. */
export function remembering<T>(decide: (text: string | null) => T): (text: string | null) => T {
  const known = new Map<string | null, T>();
  return (text) => {
    const answer = known.get(text) ?? decide(text);
    known.set(text, answer);
    return answer;
  };
}
