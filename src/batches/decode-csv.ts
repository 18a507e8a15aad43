import { BATCH_BODY_BYTES } from "../constants.ts";
import { AppError, invalidRequest } from "../errors.ts";

const LINE_FEED = 0x0a;
/** The first bytes of .xlsx, .ods and .zip. */
const ZIP = [0x50, 0x4b, 0x03, 0x04];

/** The text of a CSV in UTF-8. Throws `payload_too_large`, and `invalid_request` with the first line that is not. */
export function decodeCsv(bytes: Uint8Array): string {
  if (bytes.length > BATCH_BODY_BYTES) {
    const detail = `The file has ${bytes.length} bytes; a list may have ${BATCH_BODY_BYTES}. Split it.`;
    throw new AppError("payload_too_large", detail);
  }
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) {
    throw invalidRequest("Line 1: the file is UTF-16, not UTF-8. Save it as “CSV UTF-8” and send it again.");
  }
  if (ZIP.every((byte, index) => bytes[index] === byte)) {
    throw invalidRequest("The file is a spreadsheet or an archive. Save it as “CSV UTF-8” and send that.");
  }
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });
  try {
    return decoder.decode(bytes);
  } catch {
    const detail = `Line ${firstBadLine(bytes, decoder)} is not UTF-8. Save the file as “CSV UTF-8” and send it again.`;
    throw invalidRequest(detail);
  }
}

function firstBadLine(bytes: Uint8Array, decoder: TextDecoder): number {
  let line = 1;
  for (let from = 0; from < bytes.length; line++) {
    // A line feed is never part of a longer character.
    const end = bytes.indexOf(LINE_FEED, from);
    const to = end < 0 ? bytes.length : end + 1;
    try {
      decoder.decode(bytes.subarray(from, to));
    } catch {
      return line;
    }
    from = to;
  }
  return line;
}
