/** A crude search for a read of stored state, an await, and a write that may rest on what was read. */

/** Modules by their path in `src/`, with their text. */
type Sources = Record<string, string>;
type Unit = { file: string; name: string; text: string };
/** `src/` file and function that reads before it writes. */
export type Found = { file: string; name: string; read: string; write: string };

/** Rooms that store nothing, and pages that only show. */
const WITHOUT_STORAGE = /^(readers|lib|documents|http)\//;

/** An awaited read of D1 or KV; what is read of a request is not stored. */
const READS =
  /\bawait\b[^;]*?(?:(?<!\bform|\bheaders|\bquery|\bPromise)\.(?:first|all|get)(?:<[^>]*>)?\(|(?<!\.)\b(?!read(?:Form|Handle|Link|Cancel|Small|Guarded|Request|Key|Bearer|Config|Input|Json|Text|Arguments|UserCode)|isArray)(?:(?:read|get|find|list|is|has|count|plan|load|billing)[A-Z]\w*|recall|authenticate)[<(])/g;
const WRITES =
  /\bINSERT (?:OR \w+ )?INTO\b|\bUPDATE (?:OR \w+ )?\w+ SET\b|\bDELETE FROM\b|\)\s*\.(?:insert|update|delete)\(\w+\)|\bCLAIMS\.put\(/;
/** Modules that run inside a Durable Object, whose state is in memory too: every await there lets other requests in. */
const IN_OBJECTS =
  /^(ledger\/(?:account-(?!types)|lease|known|withheld|stored)|batches\/|platform\/limits\/(?:rate|vendor))/;
const AWAITS = /\bawait\b/g;
const STATE_WRITES =
  /\b(?:batch\.(?:save|stop)|lease\.(?:calls\.)?(?:end|hold|forbid)|items\.(?:fail|succeed|unsend|send|begin|erase)|answers\.(?:claim|adopt|keep|refuseRepeats)|counters\.count|known\.(?:decide|expire|revoke)|#store\.\w+|store|storage\.kv\.put)\(|exec\(\s*["'`](?:INSERT|UPDATE|DELETE)/g;

/** Functions, methods and handlers of a module: what begins at the margin, or one step in, up to the line that closes it. */
function unitsOf(file: string, text: string): Unit[] {
  const lines = text.replace(/\/\*.*?\*\/|^\s*\/\/[^\n]*/gms, "").split("\n");
  const units: Unit[] = [];
  for (let start = 0; start < lines.length; start++) {
    const line = lines[start] ?? "";
    const [, indent = "", name = ""] =
      /^()(?:export )?(?:default )?(?:async )?(?:function\*?|const) (\w+)/.exec(line) ??
      /^( {2})(?:override |static |async |get |set )*(#?\w+)(?:<[^(]*>)?\(.*[{(]$/.exec(line) ??
      [];
    if (!name || /^(if|for|while|switch|return|catch)$/.test(name)) continue;
    let end = start + 1;
    while (end < lines.length && !isStart(lines[end] ?? "", indent)) end++;
    units.push({ file, name, text: lines.slice(start, end).join("\n") });
    if (indent) continue;
    // The methods of a class follow its own line.
    if (!/^(?:export )?class\b/.test(line)) start = end - 1;
  }
  return units;
}

function isStart(line: string, indent: string): boolean {
  if (indent)
    return /^ {2}(?:override |static |async |get |set )*#?\w+(?:<[^(]*>)?\(.*[{(]$/.test(line) || /^\S/.test(line);
  return /^(?:export |async |function|const|class|type|import)/.test(line);
}

export function readThenWrite(sources: Sources): Found[] {
  const units = Object.entries(sources)
    .filter(([file]) => !WITHOUT_STORAGE.test(file))
    .flatMap(([file, text]) => unitsOf(file, text));
  const direct = namesOf(units.filter(({ text }) => WRITES.test(text)));
  const callsDirect = callOf(direct);
  const writers = callOf([...direct, ...namesOf(units.filter(({ text }) => callsDirect.test(text)))]);
  const writes = new RegExp(`${WRITES.source}|${writers.source}|\\.(?:run|batch)\\(`, "g");
  return units.flatMap((unit) => {
    const found = first(unit, READS, writes) ?? (IN_OBJECTS.test(unit.file) ? first(unit, AWAITS, STATE_WRITES) : null);
    return found ? [{ file: unit.file, name: unit.name, ...found }] : [];
  });
}

/** Names that are telling enough to be looked for in other modules, and do not say that they read. */
function namesOf(units: Unit[]): string[] {
  const names = new Set(units.map(({ name }) => name));
  return [...names].filter((name) => name === "remember" || /^(?!read|get|find|list|is|has)[a-z]+[A-Z]/.test(name));
}

function callOf(names: string[]): RegExp {
  return new RegExp(`(?<![\\w.])(?:${names.join("|")})\\(`);
}

/** The first read that a write follows, in a later statement. */
function first({ name, text }: Unit, reads: RegExp, writes: RegExp): Pick<Found, "read" | "write"> | null {
  for (const read of text.matchAll(reads)) {
    const from = (read.index ?? 0) + read[0].length;
    const ended = text.indexOf(";", from);
    if (ended < 0) continue;
    const write = [...text.slice(ended).matchAll(writes)].find((match) => !match[0].startsWith(`${name}(`));
    if (write) return { read: read[0].split(/\s+/).at(-1) ?? "", write: write[0].replace(/\s+/g, "") };
  }
  return null;
}
