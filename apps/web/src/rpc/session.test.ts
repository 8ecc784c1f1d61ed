// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { sair } from "./sair.ts";
import { clearToken, endSession, getToken, onForget, onSessionEnd, setToken } from "./session.ts";

beforeEach(() => clearToken());
afterEach(() => vi.unstubAllGlobals());

describe("the session of a tab", () => {
  test("is stored in sessionStorage and never in localStorage", () => {
    setToken("segredo");
    expect(Object.values(sessionStorage)).toContain("segredo");
    expect(JSON.stringify({ ...localStorage })).not.toContain("segredo");
    expect(getToken()).toBe("segredo");
  });

  test("leaves nothing behind when it is cleared", () => {
    setToken("segredo");
    clearToken();
    expect(getToken()).toBeNull();
    expect(sessionStorage.length).toBe(0);
  });

  test("that never began runs no end listener", () => {
    const ended = vi.fn();
    const stop = onSessionEnd(ended);
    endSession();
    stop();
    expect(ended).not.toHaveBeenCalled();
  });
});

describe("work of a session", () => {
  test("is discarded when the server ends the session, before the sign-in page opens", () => {
    const told: string[] = [];
    const stops = [onSessionEnd(() => told.push("fim")), onForget(() => told.push("esquecer"))];
    setToken("segredo");
    endSession();
    for (const stop of stops) stop();
    expect(told).toEqual(["esquecer", "fim"]);
  });

  test("is discarded at sign-out, before the server call; no listener reports an expired session", async () => {
    const told: string[] = [];
    const stops = [onSessionEnd(() => told.push("fim")), onForget(() => told.push("esquecer"))];
    const wire = vi.fn<typeof fetch>(async () => {
      told.push("servidor");
      throw new TypeError("offline");
    });
    vi.stubGlobal("fetch", wire);
    setToken("segredo");
    await sair();
    for (const stop of stops) stop();
    expect(told).toEqual(["esquecer", "servidor"]);
    expect(JSON.parse(String(wire.mock.calls[0]?.[1]?.body))).toMatchObject({ authToken: "segredo" });
    expect(getToken()).toBeNull();
  });
});
