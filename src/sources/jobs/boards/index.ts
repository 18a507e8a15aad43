import type { Board } from "../board.ts";
import { API_BOARDS } from "./apis.ts";
import { FEED_BOARDS } from "./feeds.ts";
import { JSON_BOARDS } from "./json-boards.ts";
import { PAGE_BOARDS } from "./page-boards.ts";
import { RECOGNISED } from "./recognised.ts";

/** Every applicant tracking system that this service knows. */
export const BOARDS: readonly Board[] = [...API_BOARDS, ...FEED_BOARDS, ...JSON_BOARDS, ...PAGE_BOARDS, ...RECOGNISED];
