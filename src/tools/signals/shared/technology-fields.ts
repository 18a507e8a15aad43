import * as z from "zod";

export const levelField = z.enum(["strong", "medium", "weak"]);

/** Where a technology was seen, as both technology tools describe it. */
export const technologyEvidence = z.array(
  z.looseObject({
    where: z
      .string()
      .describe("script, stylesheet, frame, header, cookie, generator, markup, inline_script, dns_mx, dns_cname …"),
    level: levelField,
    value: z.string().describe("The matching value"),
    url: z.string().describe("URL of the page, or dns: and the name queried"),
  }),
);
