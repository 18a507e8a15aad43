import type { CallToolResult, ProtocolError } from "@modelcontextprotocol/server";
import type { AppError } from "../../errors.ts";
import { problemBody } from "../../http/problem.ts";
import { fromBase64, type Offer } from "../../payments/x402/payment-offer.ts";
import type { TopUp } from "../../tools/insufficient.ts";
import type { CallOutcome } from "../call.ts";

/** An outcome as an MCP result. A failure is one too: clients throw on protocol errors and the model learns nothing. */
export function toolResult(outcome: CallOutcome, baseUrl: string): CallToolResult {
  const { charged, balance, requestId } = outcome.usage;
  const usage = { "tallygate/usage": { tokens_charged: charged, balance, request_id: requestId } };
  if (outcome.status === "answered") {
    const content = [{ type: "text" as const, text: JSON.stringify(outcome.answer) }];
    return { content, structuredContent: outcome.answer, _meta: { ...usage, ...receiptMeta(outcome.usage.receipt) } };
  }
  const { "PAYMENT-REQUIRED": required, "PAYMENT-RESPONSE": response } = outcome.error.headers;
  // Extensions say how to call the tool, which a client of MCP knows.
  const offer = required === undefined ? null : { ...(fromBase64(required) as Offer), extensions: undefined };
  const receipt = response === undefined ? outcome.usage.receipt : fromBase64(response);
  const problem = problemBody(outcome.error, baseUrl, requestId);
  return {
    content: [
      // Paying clients read the offer here; the advice is for the model.
      ...(offer ? [{ type: "text" as const, text: JSON.stringify(offer) }] : []),
      { type: "text", text: adviceOn(outcome.error) },
    ],
    isError: true,
    _meta: {
      ...usage,
      "tallygate/error": problem,
      ...(offer !== null && { "x402/error": offer }),
      ...receiptMeta(receipt),
    },
  };
}

function receiptMeta(receipt: unknown): Record<string, unknown> {
  return receipt ? { "x402/payment-response": receipt } : {};
}

/** What went wrong and what to do next, for a model to read. */
function adviceOn(error: AppError): string {
  const parts = [`${error.code}: ${error.detail}`];
  const retryAfter = error.allHeaders()["Retry-After"];
  if (retryAfter !== undefined) parts.push(`Retry after ${retryAfter} s.`);
  const topUp = error.fields.top_up as TopUp | undefined;
  if (error.headers["PAYMENT-REQUIRED"]) {
    parts.push('Over MCP the offer is the text above; send its payment as `params._meta["x402/payment"]`.');
  }
  if (topUp) parts.push(topUp.next);
  return parts.join(" ");
}

/** The answer to a message that the protocol does not allow. */
export function protocolError({ code, message, data }: ProtocolError, id: string | number | null): Response {
  return Response.json({ jsonrpc: "2.0", id, error: { code, message, data } }, { status: 400 });
}
