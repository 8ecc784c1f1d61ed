// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { clearToken, endSession, getToken, onForget, onSessionEnd, setToken } from "./session.ts";
import { signOut } from "./sign-out.ts";

beforeEach(() => clearToken());
afterEach(() => vi.unstubAllGlobals());

describe("the session of a tab", () => {
  test("the session is stored in sessionStorage and never in localStorage", () => {
    setToken("segredo");
    expect(Object.values(sessionStorage)).toContain("segredo");
    expect(JSON.stringify({ ...localStorage })).not.toContain("segredo");
    expect(getToken()).toBe("segredo");
  });

  test("a cleared session leaves nothing in storage", () => {
    setToken("segredo");
    clearToken();
    expect(getToken()).toBeNull();
    expect(sessionStorage.length).toBe(0);
  });

  test("a tab that never had a session runs no listener for its end", () => {
    const ended = vi.fn();
    const stop = onSessionEnd(ended);
    endSession();
    stop();
    expect(ended).not.toHaveBeenCalled();
  });
});

describe("work in progress when a session ends", () => {
  test("work in progress is discarded when the server ends the session, before the sign-in page opens", () => {
    const calls: string[] = [];
    const stops = [onSessionEnd(() => calls.push("fim")), onForget(() => calls.push("esquecer"))];
    setToken("segredo");
    endSession();
    for (const stop of stops) stop();
    expect(calls).toEqual(["esquecer", "fim"]);
  });

  test("work in progress is discarded at sign-out, before the server call; no listener reports an expired session", async () => {
    const calls: string[] = [];
    const stops = [onSessionEnd(() => calls.push("fim")), onForget(() => calls.push("esquecer"))];
    const wire = vi.fn<typeof fetch>(async () => {
      calls.push("servidor");
      throw new TypeError("offline");
    });
    vi.stubGlobal("fetch", wire);
    setToken("segredo");
    await signOut();
    for (const stop of stops) stop();
    expect(calls).toEqual(["esquecer", "servidor"]);
    expect(JSON.parse(String(wire.mock.calls[0]?.[1]?.body))).toMatchObject({ authToken: "segredo" });
    expect(getToken()).toBeNull();
  });
});
