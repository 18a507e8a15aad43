import type { Board } from "../board.ts";
import { API_BOARDS } from "./apis.ts";
import { PAGE_BOARDS } from "./page-boards.ts";
import { RECOGNISED } from "./recognised.ts";
import { TENANT_BOARDS } from "./tenants.ts";

/** Every applicant tracking system that this service knows. */
export const BOARDS: readonly Board[] = [...API_BOARDS, ...TENANT_BOARDS, ...PAGE_BOARDS, ...RECOGNISED];
