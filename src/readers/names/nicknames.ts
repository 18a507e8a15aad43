import { sectionOf } from "../words/sections.ts";

/** The groups of interchangeable given names that a name is in. */
const groupsOf = sectionOf("nicknames", (text) => {
  const groups = new Map<string, number[]>();
  for (const [group, names] of text.split(",").entries()) {
    for (const name of names.match(/[a-z]+/g) ?? []) groups.set(name, [...(groups.get(name) ?? []), group]);
  }
  return groups;
});

/** True when two folded given names are known to be interchangeable: "bob" and "robert", "bob" and "rob". */
export function areNicknames(a: string, b: string): boolean {
  const groups = groupsOf().get(b) ?? [];
  return (
    groupsOf()
      .get(a)
      ?.some((group) => groups.includes(group)) ?? false
  );
}
