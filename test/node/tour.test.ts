import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { FLOORS } from "../../scripts/floors.ts";

const tour = readFileSync("docs/tour.md", "utf8");
const codeIn = (text: string) =>
  [...text.replace(/^```[\s\S]*?^```/gm, "").matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code);
const rows = tour.split("\n").filter((line) => line.startsWith("| "));

describe("docs/tour.md", () => {
  it("has a line for each room", () => {
    const rooms = FLOORS.flat().flatMap((room) => (typeof room === "string" ? room : room.floors.flat().map(String)));
    const named = codeIn(rows.join()).map((name) => name.replace(/\/$/, "").split("/").at(-1));
    expect(rooms.filter((room) => !named.includes(room))).toEqual([]);
  });

  it.each(["docs/tour.md", "AGENTS.md", "CONTRIBUTING.md"])("%s names files that exist", (document) => {
    const places = codeIn(readFileSync(document, "utf8")).filter((code) =>
      /^(src|test|scripts|migrations)\/[^<>…*]+$/.test(code),
    );
    expect(places.length).toBeGreaterThan(5);
    expect(places.filter((place) => !existsSync(place))).toEqual([]);
  });

  it("names functions that the files of their line define", () => {
    const where = rows.filter((row) => row.includes("`src/"));
    for (const row of where) {
      const codes = codeIn(row);
      const texts = codes
        .filter((code) => code.startsWith("src/") && /\.tsx?$/.test(code))
        .map((path) => readFileSync(path, "utf8"));
      for (const name of codes.filter((code) => /^([a-z]+[A-Z]\w*|[A-Z_]{6,}|[A-Z]\w+)$/.test(code))) {
        expect(
          texts.some((text) => text.includes(name)),
          `${name} of: ${row}`,
        ).toBe(true);
      }
    }
  });
});
