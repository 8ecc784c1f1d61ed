import { HOUR_MS } from "@malote/syntax";
import { expect, test } from "vitest";
import { SEFAZ_QUOTAS } from "./quotas.ts";

const THREE_HOURS_MS = 3 * HOUR_MS;

test.each(Object.entries(SEFAZ_QUOTAS))(
  "the quota %s names its source; an unverified date has a note",
  (_nome, quota) => {
    expect(quota.fonte.length).toBeGreaterThan(10);
    if (quota.data === null) expect(quota.nota).not.toBeNull();
    else expect(quota.data).toMatch(/^20[0-9]{2}-[0-9]{2}-[0-9]{2}$/);
  },
);

test.each(Object.entries(SEFAZ_QUOTAS))(
  "uses of the quota %s are kept longer than its window",
  (_nome, quota) => {
    expect(quota.limite).toBeGreaterThan(0);
    expect(quota.janelaMs).toBeLessThan(THREE_HOURS_MS);
  },
);
