/** What titles and descriptions call the network that the `network` tools are about: one place for `NETWORK_NAME`. */
const PLACEHOLDER = "{network}";

/** `text` with the configured name of the network. */
export function nameNetwork(text: string, { NETWORK_NAME }: { NETWORK_NAME: string }): string {
  return text.replaceAll(PLACEHOLDER, NETWORK_NAME);
}
