import { expect, it } from "vitest";
import { readBoardList } from "../../scripts/board-lists.ts";

const EMPTY = { system: "", token: "", name: "", domain: "", url: "" };

it("reads CSV of system and token, with and without a header", () => {
  expect(readBoardList("boards.csv", 'lever,acme,"Acme, Inc.",acme.example\nASHBY,Ashby%20House\n\n')).toEqual({
    boards: [
      { line: 1, system: "lever", token: "acme", name: "Acme, Inc.", domain: "acme.example", url: "" },
      { ...EMPTY, line: 2, system: "ashby", token: "Ashby%20House" },
    ],
    errors: [],
  });
  const { boards } = readBoardList("boards.csv", "name,domain,token,system\nAcme,acme.example,acme,lever\n");
  expect(boards).toEqual([{ ...EMPTY, line: 2, system: "lever", token: "acme", name: "Acme", domain: "acme.example" }]);
});

it("reads the two open lists: addresses say their system, YAML has it in the file's name", () => {
  const csv = "name,slug,url\nActica Consulting,actica,https://actica.pinpointhq.com\n";
  expect(readBoardList("ats-companies/pinpoint.csv", csv).boards).toEqual([
    { ...EMPTY, line: 2, token: "actica", name: "Actica Consulting", url: "https://actica.pinpointhq.com" },
  ]);
  const yaml = `# gem boards\n\n- company: "11x: one"\n  board: 11x-ai # checked\n- board: atla\n  company: Atla\n`;
  expect(readBoardList("sources/gem.yml", yaml)).toEqual({
    boards: [
      { ...EMPTY, line: 3, system: "gem", token: "11x-ai", name: "11x: one" },
      { ...EMPTY, line: 5, system: "gem", token: "atla", name: "Atla" },
    ],
    errors: [],
  });
});

it("says of each bad line what is wrong with it", () => {
  expect(readBoardList("list.csv", 'lever,acme\nlever,\n"a" b,c\n').errors).toEqual([
    { line: 2, message: "the board's token or address is missing" },
    { line: 3, message: "a quotation mark is out of place" },
  ]);
  expect(readBoardList("gem.yaml", "- company: A\n  board: a\nnonsense\n- company: B\n").errors).toEqual([
    { line: 3, message: "expected `- company: …` or `  board: …`" },
    { line: 4, message: "the board's token or address is missing" },
  ]);
});
