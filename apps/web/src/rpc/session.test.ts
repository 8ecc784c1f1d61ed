// @vitest-environment happy-dom
import { beforeEach, describe, expect, test, vi } from "vitest";
import { clearToken, endSession, getToken, onSessionEnd, setToken } from "./session.ts";

beforeEach(() => clearToken());

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
