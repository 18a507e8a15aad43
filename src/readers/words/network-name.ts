/** Puts `NETWORK_NAME` into the titles and descriptions of the `network` tools. */
const PLACEHOLDER = "{network}";

/** `text` with the configured name of the network. */
export function nameNetwork(text: string, { NETWORK_NAME }: { NETWORK_NAME: string }): string {
  return text.replaceAll(PLACEHOLDER, NETWORK_NAME);
}

/** A JSON value with the configured name of the network in all its texts. */
export function nameNetworkIn<T>(value: T, config: { NETWORK_NAME: string }): T {
  return JSON.parse(nameNetwork(JSON.stringify(value), config)) as T;
}
