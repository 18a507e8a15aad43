import Papa from "papaparse";

/** `line` is the line on which the record begins, from 1. A broken record has a quotation mark in an illegal place. */
export type CsvRecord = { line: number; fields: string[]; isBroken: boolean };

const DELIMITERS = [",", ";", "\t", "|"];
const MAX_RECORD_LENGTH = 500_000;

/** A record that does not end, most likely because of a stray quotation mark in or before `line`. */
export class EndlessRecord extends Error {
  readonly line: number;

  constructor(line: number) {
    super(`The record that begins in line ${line} does not end: look for a stray quotation mark.`);
    this.line = line;
  }
}

/** A streaming CSV parser (RFC 4180; also `;`, tab, `|`). `feed` throws {@link EndlessRecord}. */
export function csvReader() {
  let rest = "";
  let line = 1;
  let parser: Papa.Parser | undefined;
  let newline = "\n";

  function begin(): Papa.Parser {
    const header = rest.slice(0, rest.indexOf(newline) >>> 0);
    return new Papa.Parser({ delimiter: delimiterOf(header), newline } as object);
  }

  function read(isEnd: boolean): CsvRecord[] {
    const records: CsvRecord[] = [];
    if (!parser) {
      rest = rest.replace(/^\ufeff/, "");
      newline = rest.includes("\n") || !rest.includes("\r") ? "\n" : "\r";
      if (isEnd || rest.includes(newline)) parser = begin();
    }
    if (parser) {
      const { data, errors, meta } = parser.parse(rest, 0, !isEnd) as Papa.ParseResult<string[]>;
      rest = rest.slice(meta.cursor);
      const broken = new Set(errors.map(({ row }) => row));
      for (const [index, fields] of data.entries()) {
        if (fields.some((field) => field.trim())) records.push({ line, fields, isBroken: broken.has(index) });
        line += 1 + fields.reduce((count, field) => count + field.split(newline).length - 1, 0);
      }
    }
    if (rest.length > MAX_RECORD_LENGTH) throw new EndlessRecord(line);
    return records;
  }

  return {
    /** The records that this chunk completes. */
    feed(text: string): CsvRecord[] {
      rest += text;
      return read(false);
    },
    /** The last record of a file that ends without a line break. */
    end: (): CsvRecord[] => (rest ? read(true) : []),
  };
}

function delimiterOf(header: string): string {
  const count = (delimiter: string) => header.split(delimiter).length;
  return DELIMITERS.reduce((best, other) => (count(other) > count(best) ? other : best));
}
