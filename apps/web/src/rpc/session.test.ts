// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { sair } from "./sair.ts";
import { clearToken, endSession, getToken, onForget, onSessionEnd, setToken } from "./session.ts";

beforeEach(() => clearToken());
afterEach(() => vi.unstubAllGlobals());

describe("the session of a tab", () => {
  test("is kept in sessionStorage and never in localStorage", () => {
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

  test("that never began does not end", () => {
    const ended = vi.fn();
    const stop = onSessionEnd(ended);
    endSession();
    stop();
    expect(ended).not.toHaveBeenCalled();
  });
});

describe("what was begun in a session", () => {
  test("is forgotten when the server ends it, before the sign-in page is asked for", () => {
    const told: string[] = [];
    const stops = [onSessionEnd(() => told.push("fim")), onForget(() => told.push("esquecer"))];
    setToken("segredo");
    endSession();
    for (const stop of stops) stop();
    expect(told).toEqual(["esquecer", "fim"]);
  });

  test("is forgotten when the person leaves, before the server is asked; nobody is told that the session ran out", async () => {
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
