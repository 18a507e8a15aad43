import { expect, it } from "vitest";
import { addressKey } from "../../src/lib/hosts.ts";

it.each([
  ["https://www.example.com/news/acme/?utm_source=x&fbclid=1#top", "http://example.com/news/acme"],
  ["https://example.com", "https://example.com/"],
])("%s and %s are one address", (one, other) => {
  expect(addressKey(one)).toBe(addressKey(other));
});

it.each([
  ["https://example.com/article.php?id=1", "https://example.com/article.php?id=2"],
  ["https://example.com/a", "https://example.com/b"],
  ["https://news.example.com/a", "https://example.com/a"],
])("%s and %s are two addresses", (one, other) => {
  expect(addressKey(one)).not.toBe(addressKey(other));
});
