import { afterEach, expect, test } from "vitest";
import { explainFailure, Refusal } from "../call/failures.ts";
import { registerReauthentication, withReauthentication } from "./reauthenticate.ts";

const OLD = new Refusal("Confirme que é você", [
  { campo: "reautenticacao", mensagem: "Confirme que é você" },
]);
let unregister = (): void => undefined;
afterEach(() => unregister());

/** A request that is refused until the user has re-authenticated. */
function requestOf(state: { recent: boolean; sent: number }): () => Promise<string> {
  return async () => {
    state.sent += 1;
    if (!state.recent) throw OLD;
    return "done";
  };
}

test("a request refused for an old sign-in prompts and is repeated; simultaneous requests share one prompt", async () => {
  const state = { recent: false, sent: 0 };
  let asked = 0;
  unregister = registerReauthentication(async () => {
    asked += 1;
    await Promise.resolve();
    state.recent = true;
    return true;
  });
  const run = requestOf(state);
  expect(await Promise.all([withReauthentication(run), withReauthentication(run)])).toEqual(["done", "done"]);
  expect([asked, state.sent]).toEqual([1, 4]);
});

test("cancelling the prompt returns the refusal, and the next request prompts again", async () => {
  const state = { recent: false, sent: 0 };
  let asked = 0;
  unregister = registerReauthentication(async () => {
    asked += 1;
    return false;
  });
  for (let n = 0; n < 2; n += 1) await expect(withReauthentication(requestOf(state))).rejects.toBe(OLD);
  expect([asked, state.sent]).toEqual([2, 2]);
});

test("a refusal for another reason does not prompt; without a dialog the refusal is thrown", async () => {
  const other = new Refusal("Não", [{ campo: "senha", mensagem: "Não" }]);
  await expect(withReauthentication(() => Promise.reject(other))).rejects.toBe(other);
  await expect(withReauthentication(requestOf({ recent: false, sent: 0 }))).rejects.toBe(OLD);
});

test("a cancelled prompt shows no failure; a refusal for another reason keeps its sentence", () => {
  expect(explainFailure(OLD)).toBeNull();
  expect(explainFailure(new Refusal("Não", [{ campo: "senha", mensagem: "Não" }]))?.texto).toBe("Não");
});
