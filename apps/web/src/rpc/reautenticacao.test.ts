import { afterEach, expect, test } from "vitest";
import { explainFalha, Recusa } from "./falhas.ts";
import { comReautenticacao, hostReautenticacao } from "./reautenticacao.ts";

const OLD = new Recusa("Confirme que é você", [{ campo: "reautenticacao", mensagem: "Confirme que é você" }]);
let end = (): void => undefined;
afterEach(() => end());

/** A request that is refused until the user has re-authenticated. */
function requestOf(state: { recent: boolean; sent: number }): () => Promise<string> {
  return async () => {
    state.sent += 1;
    if (!state.recent) throw OLD;
    return "done";
  };
}

test("a request refused for an old sign-in prompts once and runs again; two at once share the prompt", async () => {
  const state = { recent: false, sent: 0 };
  let asked = 0;
  end = hostReautenticacao(async () => {
    asked += 1;
    await Promise.resolve();
    state.recent = true;
    return true;
  });
  const run = requestOf(state);
  expect(await Promise.all([comReautenticacao(run), comReautenticacao(run)])).toEqual(["done", "done"]);
  expect([asked, state.sent]).toEqual([1, 4]);
});

test("cancelling the prompt returns the refusal; the next request prompts again", async () => {
  const state = { recent: false, sent: 0 };
  let asked = 0;
  end = hostReautenticacao(async () => {
    asked += 1;
    return false;
  });
  for (let n = 0; n < 2; n += 1) await expect(comReautenticacao(requestOf(state))).rejects.toBe(OLD);
  expect([asked, state.sent]).toEqual([2, 2]);
});

test("another refusal does not prompt; without a dialog the refusal is thrown", async () => {
  const other = new Recusa("Não", [{ campo: "senha", mensagem: "Não" }]);
  await expect(comReautenticacao(() => Promise.reject(other))).rejects.toBe(other);
  await expect(comReautenticacao(requestOf({ recent: false, sent: 0 }))).rejects.toBe(OLD);
});

test("a cancelled prompt shows no failure; another refusal keeps its sentence", () => {
  expect(explainFalha(OLD)).toBeNull();
  expect(explainFalha(new Recusa("Não", [{ campo: "senha", mensagem: "Não" }]))?.texto).toBe("Não");
});
