/** Prepares a statement whose parameters are written `@name`; D1 itself only knows numbers. */
export function sql(db: D1Database, text: string, parameters: Record<string, unknown>): D1PreparedStatement {
  const values: unknown[] = [];
  const numbered = text.replace(/@(\w+)/g, (_, name: string) => {
    if (!(name in parameters)) throw new Error(`no value for @${name}`);
    values.push(parameters[name]);
    return "?";
  });
  return db.prepare(numbered).bind(...values);
}
