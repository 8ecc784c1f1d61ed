import { expect, test } from "vitest";
import { networksOfIp } from "./network.rules.ts";

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
