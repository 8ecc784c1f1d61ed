import { expect, test } from "vitest";
import {
  expiryOf,
  networksOfIp,
  normalizeSignInName,
  SESSION_IDLE_MS,
  SESSION_MAX_MS,
} from "./auth.rules.ts";

const AT = new Date("2026-11-20T10:07:30Z");

test.each([
  ["203.0.113.9", ["203.0.113.9"]],
  ["::ffff:203.0.113.9", ["203.0.113.9"]],
  ["2001:db8:0:12::1", ["2001:db8:0:12::/64", "2001:db8:0:0::/56", "2001:db8:0::/48"]],
  ["2001:0DB8:0000:1234:ffff:1:2:3", ["2001:db8:0:1234::/64", "2001:db8:0:1200::/56", "2001:db8:0::/48"]],
  ["2001:db8::1", ["2001:db8:0:0::/64", "2001:db8:0:0::/56", "2001:db8:0::/48"]],
  ["::1", ["0:0:0:0::/64", "0:0:0:0::/56", "0:0:0::/48"]],
  ["::", ["0:0:0:0::/64", "0:0:0:0::/56", "0:0:0::/48"]],
  ["1:2:3::", ["1:2:3:0::/64", "1:2:3:0::/56", "1:2:3::/48"]],
  ["fe80::1%eth0", ["fe80:0:0:0::/64", "fe80:0:0:0::/56", "fe80:0:0::/48"]],
  ["", [""]],
  ["desconhecido", ["desconhecido"]],
])("a sign-in attempt from %s is counted for the networks %j", (ip, networks) => {
  expect(networksOfIp(ip).map(({ name }) => name)).toEqual(networks);
});

test("a subscriber cannot exhaust the attempts of its provider's network", () => {
  const [link, subscriber, provider] = networksOfIp("2001:db8::1").map(({ factor }) => factor);
  expect([link, subscriber, provider]).toEqual([1, 4, 16]);
});

test("sign-in names are compared without case and outer spaces", () => {
  expect(normalizeSignInName({ identificador: " Demo ", nomeUsuario: "ADMIN\t" })).toEqual({
    identificador: "demo",
    nomeUsuario: "admin",
  });
});

test("a session expires after 8 h of inactivity and at most 7 days after it began", () => {
  expect(expiryOf(AT, AT).getTime() - AT.getTime()).toBe(SESSION_IDLE_MS);
  const late = new Date(AT.getTime() + SESSION_MAX_MS - 1_000);
  expect(expiryOf(AT, late).getTime() - AT.getTime()).toBe(SESSION_MAX_MS);
});
