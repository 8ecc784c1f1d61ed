import { afterEach, beforeEach, expect, vi } from "vitest";
import { page } from "vitest/browser";
import "./clock.ts";
import { closeApp } from "./open-app.tsx";

const DESKTOP = [1280, 900] as const;

// Files share one page of the browser: every test starts at the same size and leaves nothing behind.
beforeEach(async () => {
  await page.viewport(...DESKTOP);
});

afterEach(async () => {
  vi.useRealTimers();
  expect(await closeApp()).toEqual([]);
});
