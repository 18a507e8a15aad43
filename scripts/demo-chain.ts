/** `npm run demo:chain`: the demo, with payments on a local chain: anvil from npm, the official facilitator, a wallet of test dollars. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { findChain, startChain, startFacilitator } from "../test/support/chain/chain.ts";
import { startServer } from "../test/support/server.ts";

const WALLET_UNITS = 5_000_000n;
const PAY_TO = "0x000000000000000000000000000000000000dEaD";

const binary = findChain();
if (!binary) {
  console.error(
    `\nNO CHAIN: npm has no binary of anvil for ${process.platform} ${process.arch}, or optional dependencies were not installed.`,
  );
  console.error("`npm start` and `npm run demo` show the same payments on a ledger in memory.\n");
  process.exit(1);
}

const secret = generatePrivateKey();
const chain = await startChain(binary);
const facilitator = await startFacilitator(chain.url);
await chain.mint(privateKeyToAccount(secret).address, WALLET_UNITS);
const variables = { X402_PAY_TO: PAY_TO, X402_FACILITATOR_URL: facilitator.url, X402_RPC_URL: chain.url };
const server = await startServer({ variables });
console.log(`Chain ${chain.url}, facilitator ${facilitator.url}, Worker ${server.url}\n`);

const agent = spawn(process.execPath, ["examples/agent.ts", server.url], {
  stdio: "inherit",
  env: { ...process.env, WALLET_KEY: secret },
});
const [code] = await once(agent, "exit");
const received = Number(await chain.balance(PAY_TO)) / 1e6;
console.log(`\nOn the chain: ${PAY_TO} has received ${received.toFixed(2)} USDC.`);
await server.stop();
facilitator.stop();
chain.stop();
process.exit(code ?? 1);
