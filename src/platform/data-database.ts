import { AppError } from "../errors.ts";

/** The two databases of a deployment: the ledger, and everything that can be looked up or imported again. */
export type Databases = Pick<Env, "DB" | "DATA">;

/** How far the rows of an older deployment, which had one database, have been copied. No row means: not begun. */
export type CopyState =
  /** `after` is the key of the last row copied of the table, or null at its beginning. */
  | { step: "copying"; table: string; after: (string | number)[] | null }
  /** The tables in `DB` are still there for calls in flight. */
  | { step: "copied"; at: number }
  | { step: "done" };

/** The row of `state` with the {@link CopyState}. */
export const COPY_STATE = "data_copy";

const MOVING_RETRY_SECONDS = 60;

const moved = new WeakSet<D1Database>();

/** Databases of directory, archive and facts, the first to use first: `DATA`; during a move `DB`, then `DATA`. */
export async function dataPlaces({ DB, DATA }: Databases): Promise<[D1Database, ...D1Database[]]> {
  if (moved.has(DATA)) return [DATA];
  const state = await readCopyState(DB);
  if (state === null || state.step === "copying") return [DB, DATA];
  moved.add(DATA);
  return [DATA];
}

/** Where an erasure deletes: `DATA`, and `DB` before it while the old tables are there. */
export async function placesToErase({ DB, DATA }: Databases): Promise<D1Database[]> {
  const state = await readCopyState(DB);
  return state?.step === "done" ? [DATA] : [DB, DATA];
}

/** The first of {@link dataPlaces}: where the directory, the archive of Reddit and the facts of sources are read. */
export async function dataOf(databases: Databases): Promise<D1Database> {
  return (await dataPlaces(databases))[0];
}

/** `DATA`, for imports. Throws `temporarily_unavailable` while an older deployment's rows are being copied. */
export async function dataForImports(databases: Databases): Promise<D1Database> {
  const places = await dataPlaces(databases);
  if (places.length === 1) return places[0];
  throw new AppError(
    "temporarily_unavailable",
    "The directory and the archive are being copied to the database DATA, which the cron does in minutes. Send this again then.",
    { retryAfterSeconds: MOVING_RETRY_SECONDS },
  );
}

export async function readCopyState(db: D1Database): Promise<CopyState | null> {
  const find = db.prepare("SELECT value FROM state WHERE name = ?").bind(COPY_STATE);
  const stateJson = await find.first<string>("value");
  return stateJson === null ? null : (JSON.parse(stateJson) as CopyState);
}
