import { inputSchema, type JsonSchema } from "../json-schema.ts";
import type { Tool } from "../tool.ts";

const HALF: JsonSchema = { type: "string", description: "Half of the name, where the list has it in two columns" };

/** What a column of a list may hold: the tool's arguments, and the halves of a person's name. */
export function columnFields(tool: Tool): (JsonSchema & { name: string; isRequired: boolean })[] {
  const { properties = {}, required = [] } = inputSchema(tool);
  const halves = tool.aboutPeople && properties.name ? { first_name: HALF, last_name: HALF } : {};
  return Object.entries({ ...properties, ...halves }).map(([name, schema]) => ({
    ...schema,
    name,
    isRequired: required.includes(name) && !(name === "name" && tool.aboutPeople),
  }));
}
