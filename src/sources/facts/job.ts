/** An open position, whatever board it is on. Texts are inert and bounded. */
export type Job = {
  id: string;
  title: string;
  url: string | null;
  location: string | null;
  department: string | null;
  /** ISO 8601; null when the board does not say. */
  posted_at: string | null;
  /** Plain text, for signals; tools do not show it. */
  description: string | null;
};
