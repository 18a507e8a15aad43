/** Four strokes and one across: a tally. The fifth leans like a barrier that opens. */
const STROKES = "M8 8v16M13.3 8v16M18.7 8v16M24 8v16M5 21 27 11";

/** The mark as a file of its own, for tabs and bookmarks. */
export const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
  <rect width="32" height="32" rx="7" fill="#0b5d4f"/>
  <path d="${STROKES}" stroke="#fff" stroke-width="2.4" stroke-linecap="round"/>
</svg>
`;

/** The mark beside the name, in the colours of the page. */
export function BrandMark() {
  return (
    <svg class="mark" viewBox="0 0 32 32" width="26" height="26" aria-hidden="true">
      <rect width="32" height="32" rx="7" />
      <path d={STROKES} />
    </svg>
  );
}
