import type { WebhookFailure } from "../platform/outbound/post-webhook.ts";

/** Explanations, for the owner, of an attempt without an answer. */
export const NO_ANSWER: Record<WebhookFailure | "secret_unreadable" | "internal_error", string> = {
  no_dns: "its host has no address in the DNS",
  resolver_down: "its host could not be looked up",
  private_address: "its host has an address that is not public",
  timeout: "it did not answer in time",
  unreachable: "no connection could be made",
  own_host: "it is an address of this service",
  network_host: "this host is never called",
  secret_unreadable: "its secret can no longer be read: rotate it",
  internal_error: "something failed on our side",
  bad_url: "its URL is not valid",
  scheme: "its URL does not begin with https://",
  credentials: "its URL contains credentials",
  port: "its URL does not use port 443",
  ip_literal: "its URL has an IP address for a host",
  local_name: "its host name is not public",
  too_many_redirects: "it redirects",
};
