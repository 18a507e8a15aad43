import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import { createRequire } from "node:module";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { x402Facilitator } from "@x402/core/facilitator";
import { toFacilitatorEvmSigner } from "@x402/evm";
import { ExactEvmScheme } from "@x402/evm/exact/facilitator";
import { createTestClient, createWalletClient, http, publicActions, walletActions } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { baseSepolia } from "viem/chains";

/** Base Sepolia's real USDC address: clients know its name, version and decimals by heart. */
const USDC = "0x036CbD53842c5426634e7929541eC2318f3dCF7e";
// The first two accounts of every anvil: public keys of a test chain, worth nothing.
const FACILITATOR = privateKeyToAccount("0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80");
export const PAYER = privateKeyToAccount("0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d");

/** The path of a chain's binary, or null when npm has none for this platform. */
export function findChain(): string | null {
  const { platform, arch } = process;
  const name = `@foundry-rs/anvil-${platform}-${arch === "x64" ? "amd64" : arch}/bin/anvil${platform === "win32" ? ".exe" : ""}`;
  try {
    return createRequire(import.meta.url).resolve(name);
  } catch {
    return null;
  }
}

/** A local EVM chain that looks like Base Sepolia, with a token of EIP-3009 at USDC's own address (chain/test-usdc.json). */
export async function startChain(binary: string) {
  // The system chooses the port, and anvil prints it.
  const args = ["--port", "0", "--host", "127.0.0.1", "--chain-id", "84532"];
  const anvil = spawn(binary, args, { stdio: ["ignore", "pipe", "ignore"] });
  const url = await addressOf(anvil);
  const client = createTestClient({ mode: "anvil", chain: baseSepolia, transport: http(url), account: FACILITATOR })
    .extend(publicActions)
    .extend(walletActions);
  const token = JSON.parse(readFileSync(join(import.meta.dirname, "test-usdc.json"), "utf8"));
  await client.setCode({ address: USDC, bytecode: token.deployed });
  const balance = (address: string) =>
    client.readContract({
      address: USDC,
      abi: token.abi,
      functionName: "balanceOf",
      args: [address],
    }) as Promise<bigint>;
  const mint = async (address: string, units: bigint) => {
    const hash = await client.writeContract({
      address: USDC,
      abi: token.abi,
      functionName: "mint",
      args: [address, units],
    });
    await client.waitForTransactionReceipt({ hash });
  };
  return { url, client, balance, mint, stop: () => anvil.kill("SIGTERM") };
}

/** Where it listens, as it prints. What it prints later has to be read, too, or it ends. */
function addressOf(anvil: ChildProcessByStdio<null, Readable, null>): Promise<string> {
  return new Promise((resolve, reject) => {
    createInterface(anvil.stdout).on("line", (line) => {
      const [, address] = /^Listening on (\S+)/.exec(line) ?? [];
      if (address) resolve(`http://${address}`);
    });
    anvil.once("exit", (code) => reject(new Error(`anvil ended with ${code}`)));
  });
}

/** The official facilitator code behind its endpoints. `hooks.loseAnswer`: settle, and say nothing. */
export async function startFacilitator(chainUrl: string) {
  const client = createWalletClient({
    account: FACILITATOR,
    chain: baseSepolia,
    transport: http(chainUrl),
    pollingInterval: 50,
  }).extend(publicActions);
  const signer = toFacilitatorEvmSigner({ ...client, address: FACILITATOR.address } as never);
  const facilitator = new x402Facilitator().register("eip155:84532", new ExactEvmScheme(signer));
  const calls = { verify: 0, settle: 0 };
  const hooks = { loseAnswer: false };
  const server = createHttpServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const path = request.url === "/settle" ? "settle" : request.url === "/verify" ? "verify" : null;
    const reply = (status: number, body: unknown) => {
      response.writeHead(status, { "Content-Type": "application/json" });
      response.end(JSON.stringify(body));
    };
    if (!path) return reply(200, facilitator.getSupported());
    calls[path]++;
    const { paymentPayload, paymentRequirements } = JSON.parse(Buffer.concat(chunks).toString());
    const answer = await facilitator[path](paymentPayload, paymentRequirements).catch((error: Error) => ({
      error: error.message,
    }));
    return hooks.loseAnswer && path === "settle" ? reply(504, {}) : reply(200, answer);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  return { url: `http://127.0.0.1:${port}`, calls, hooks, stop: () => server.close() };
}
