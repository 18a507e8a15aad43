/** Calls `make` once, at the first use: an isolate pays for everything that its modules make when they load. */
export function lazy<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** The same for something that belongs to an object, such as the configuration: `make` is called once for each object. */
export function lazyPer<Owner extends WeakKey, T extends {}>(make: (owner: Owner) => T): (owner: Owner) => T {
  const made = new WeakMap<Owner, T>();
  return (owner) => {
    const value = made.get(owner) ?? make(owner);
    made.set(owner, value);
    return value;
  };
}
