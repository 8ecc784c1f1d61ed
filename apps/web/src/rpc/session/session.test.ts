// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { SessionEnded } from "../call/failures.ts";
import {
  clearToken,
  endSession,
  getToken,
  onForget,
  onSessionEnd,
  registerContinuation,
  setToken,
  withSession,
} from "./session.ts";
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
    endSession("de-antes");
    stop();
    expect(ended).not.toHaveBeenCalled();
  });
});

describe("work in progress when a session ends", () => {
  test("work in progress is discarded when the server ends the session, before the sign-in page opens", () => {
    const calls: string[] = [];
    const stops = [onSessionEnd(() => calls.push("fim")), onForget(() => calls.push("esquecer"))];
    setToken("segredo");
    endSession("segredo");
    for (const stop of stops) stop();
    expect(calls).toEqual(["esquecer", "fim"]);
  });

  test("work in progress is discarded at sign-out, before the server call; no listener reports an expired session", async () => {
    const calls: string[] = [];
    const stops = [onSessionEnd(() => calls.push("fim")), onForget(() => calls.push("esquecer"))];
    const wire = vi.fn<typeof fetch>(async (input) => {
      if (input === "/Services/") calls.push("servidor");
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

describe("a session that continues over the page", () => {
  /** A request that the server refuses with the first token. */
  const request = async (): Promise<string> => {
    const token = getToken();
    await Promise.resolve();
    if (token === "primeiro" || token === null) {
      endSession(token);
      throw new SessionEnded();
    }
    return token;
  };
  let answerSignIn: (signedIn: boolean) => void;
  const remind = vi.fn();
  const signIn = vi.fn(() => new Promise<boolean>((resolve) => (answerSignIn = resolve)));
  let unregister: () => void;
  beforeEach(() => {
    vi.clearAllMocks();
    unregister = registerContinuation({ signIn, remind });
    setToken("primeiro");
  });
  afterEach(() => unregister());

  test("refused requests, and those that begin meanwhile, wait for one sign-in and are sent again", async () => {
    const both = [withSession(request), withSession(request)];
    await vi.waitFor(() => expect(signIn).toHaveBeenCalledTimes(1));
    const later = withSession(request, { byUser: true });
    expect(remind).toHaveBeenCalledTimes(1);
    setToken("segundo");
    answerSignIn(true);
    expect(await Promise.all([...both, later])).toEqual(["segundo", "segundo", "segundo"]);
    expect(signIn).toHaveBeenCalledTimes(1);
  });

  test("a refusal of the old token that arrives after the sign-in does not end the new session", async () => {
    let refuseLate = (): void => {};
    const held = new Promise<void>((resolve) => (refuseLate = resolve));
    const late = withSession(async () => {
      const token = getToken();
      if (token === "segundo") return token;
      await held;
      endSession(token);
      throw new SessionEnded();
    });
    setToken("segundo");
    refuseLate();
    expect(await late).toBe("segundo");
    expect(signIn).not.toHaveBeenCalled();
    expect(getToken()).toBe("segundo");
  });

  test("when the user leaves instead, the requests fail and work in progress is discarded", async () => {
    const calls: string[] = [];
    const stops = [onSessionEnd(() => calls.push("fim")), onForget(() => calls.push("esquecer"))];
    const refused = withSession(request);
    await vi.waitFor(() => expect(signIn).toHaveBeenCalledTimes(1));
    answerSignIn(false);
    await expect(refused).rejects.toBeInstanceOf(SessionEnded);
    for (const stop of stops) stop();
    expect(calls).toEqual(["esquecer", "fim"]);
  });
});
