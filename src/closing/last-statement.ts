import { TOKENS_PER_USD } from "../constants.ts";
import { formatCount } from "../lib/numbers.ts";
import { type MailContent, writeMail } from "../platform/mail.ts";

/**
 * All movements of a deleted workspace's tokens, signed except for `spent`:
 * granted + bought + transferred + returned + expired − spent = left − owed. What is left expires with the workspace.
 */
export type LastStatement = {
  granted: number;
  bought: number;
  transferred: number;
  returned: number;
  expired: number;
  spent: number;
  calls: number;
  left: number;
  owed: number;
  paid_cents: number;
};

/** The lines of a last statement: what, and how many tokens. */
export function linesOf(statement: LastStatement): [what: string, tokens: number][] {
  const { granted, bought, transferred, returned, expired, spent, left, owed, paid_cents: cents } = statement;
  const lines: [string, number | false][] = [
    ["Granted", granted],
    [`Bought, for $${(cents / 100).toFixed(2)} in all`, bought !== 0 && bought],
    ["Transferred", transferred !== 0 && transferred],
    ["Refunds, disputes and withheld answers", returned !== 0 && returned],
    ["Expired before", expired !== 0 && expired],
    [`Spent, by ${formatCount(statement.calls)} calls`, 0 - spent],
    ["Owed after a refund, written off", owed > 0 && owed],
    ["Expired with the workspace", 0 - left],
    ["Left", 0],
  ];
  return lines.filter((line): line is [string, number] => line[1] !== false);
}

/** To the owner: the workspace is gone, and what became of its tokens. */
export function lastStatementMail(serviceName: string, statement: LastStatement): MailContent {
  const lines = linesOf(statement).map(([what, tokens]) => `${what}: ${formatCount(tokens)} tokens`);
  return writeMail(`${serviceName}: your workspace is deleted, last statement`, [
    `Your ${serviceName} workspace is deleted. This is its last statement; ${TOKENS_PER_USD} tokens are $1.`,
    ...lines,
    "No call is charged after it. What the service has to keep about payments stays with the operator, without your address.",
  ]);
}
