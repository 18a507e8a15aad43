/**
 * Returns a function that calls `make` once, at its first use: for tables and large expressions that few requests need, because
 * an isolate pays for everything that its modules make when they load.
 */
export function lazy<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
